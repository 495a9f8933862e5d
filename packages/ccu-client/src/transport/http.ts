import { Agent, type AgentOptions, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { CcuError, clientClosed, saying } from '../model/errors.js';
import type { Permit, Timers } from '../model/ports.js';
import { abortError, throwIfAborted } from '../time/wait.js';
import { mapTransportError } from './errors.js';
import { openSocket, type Target } from './tls.js';

interface HttpRequest {
  readonly method?: 'POST' | 'GET';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /**
   * Doing it twice is not like doing it once: it takes a connection of its own, which cannot have been closed while idle, and
   * is never sent again.
   */
  readonly once?: boolean;
}

interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** HTTP to one port of a CCU, over few kept connections. Rejects with `CcuError`. */
export interface HttpClient {
  exchange(request: HttpRequest): Promise<HttpAnswer>;
  /** The answer as a stream, for a body that is too big to hold. The time limit then covers the headers only. */
  open(request: HttpRequest): Promise<IncomingMessage>;
  close(): void;
}

export interface HttpClientOptions {
  readonly target: Target;
  readonly timers: Timers;
  /** Throws where nothing may be sent now. */
  readonly permit?: Permit;
  /** Number of persistent connections. Callers bound the number in use. */
  readonly maxSockets: number;
  /** Default 32 MiB. */
  readonly maxBytes?: number;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { target, timers } = options;
  const maxBytes = options.maxBytes ?? 32 * 1024 * 1024;
  const agent = createAgent(target, { keepAlive: true, maxFreeSockets: options.maxSockets });
  const oneWay = createAgent(target, { keepAlive: false });
  let isClosed = false;

  const wireFor = ({ once }: HttpRequest): Wire => ({
    agent: once === true ? oneWay : agent,
    host: target.host,
    port: target.port,
    timers,
    permit() {
      if (isClosed) throw clientClosed();
      options.permit?.();
    },
    isClosed: () => isClosed,
  });

  async function open(what: HttpRequest): Promise<IncomingMessage> {
    throwIfAborted(what.signal);
    try {
      return await send(what, wireFor(what));
    } catch (error) {
      // Most likely the CCU closed it while it was idle, and nothing was processed: once more on a fresh one.
      if (error instanceof StaleConnection) return await send(what, wireFor(what)).catch(unwrapStale);
      throw error;
    }
  }

  return {
    exchange: async (what) => read(await open(what), what, { timers, maxBytes }),
    open,
    close() {
      isClosed = true;
      agent.destroy();
      oneWay.destroy();
    },
  };
}

interface Wire {
  readonly agent: Agent;
  readonly host: string;
  readonly port: number;
  readonly timers: Timers;
  readonly permit: Permit;
  readonly isClosed: () => boolean;
}

/** Sends a request; resolves with the head of its answer. Rejects with `StaleConnection` when it may be sent again. */
function send(what: HttpRequest, wire: Wire): Promise<IncomingMessage> {
  const { agent, host, port, timers, permit } = wire;
  return new Promise((resolve, reject) => {
    permit();
    let isSent = false;
    const outgoing: ClientRequest = request({
      agent,
      host,
      port,
      method: what.method ?? 'POST',
      path: what.path,
      headers: { ...what.headers, Connection: what.once === true ? 'close' : 'keep-alive' },
    });
    const settled = () => {
      cancelTimer();
      what.signal?.removeEventListener('abort', onAbort);
    };
    // Rejected here, because the request emits nothing while its connection is still being made.
    const giveUp = (reason: CcuError) => {
      settled();
      const error = isSent ? broken(what, reason) : reason;
      reject(error);
      outgoing.destroy(error);
    };
    const cancelTimer = timers.after(what.timeoutMs, () =>
      giveUp(new CcuError('timeout', `the CCU did not answer within ${what.timeoutMs} ms`)),
    );
    const onAbort = () => giveUp(abortError(what.signal!));
    what.signal?.addEventListener('abort', onAbort, { once: true });
    outgoing.once('response', (incoming) => {
      settled();
      resolve(incoming);
    });
    outgoing.on('error', (error) => {
      settled();
      const { code } = error as NodeJS.ErrnoException;
      const isStale = outgoing.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
      const reason = wire.isClosed() ? clientClosed() : mapTransportError(error);
      if (isStale && what.once !== true && !wire.isClosed()) reject(new StaleConnection(error));
      else reject(isSent ? broken(what, reason) : reason);
    });
    // Only with a connection, which takes its time: written bytes then go to the socket in the same turn.
    outgoing.once('socket', () => {
      try {
        permit();
      } catch (error) {
        giveUp(mapTransportError(error));
        return;
      }
      // Also after a partial write it is unknown how much has arrived.
      isSent = true;
      outgoing.end(what.body);
    });
  });
}

/** Reads the body of an answer. */
function read(
  incoming: IncomingMessage,
  what: HttpRequest,
  { timers, maxBytes }: { readonly timers: Timers; readonly maxBytes: number },
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const cancelTimer = timers.after(what.timeoutMs, () => {
      incoming.destroy(new CcuError('timeout', `the CCU did not finish within ${what.timeoutMs} ms`));
    });
    const onAbort = () => incoming.destroy(abortError(what.signal!));
    what.signal?.addEventListener('abort', onAbort, { once: true });
    const settled = () => {
      cancelTimer();
      what.signal?.removeEventListener('abort', onAbort);
    };
    incoming.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxBytes) incoming.destroy(new CcuError('protocol', 'the answer is too large'));
      else chunks.push(chunk);
    });
    incoming.on('error', (error) => {
      settled();
      reject(broken(what, mapTransportError(error)));
    });
    incoming.once('end', () => {
      settled();
      const contentType = incoming.headers['content-type'] ?? '';
      resolve({ status: incoming.statusCode ?? 0, contentType, body: Buffer.concat(chunks) });
    });
  });
}

class StaleConnection extends Error {
  constructor(readonly reason: Error) {
    super('a kept connection was stale');
  }
}

function unwrapStale(error: unknown): never {
  throw error instanceof StaleConnection ? mapTransportError(error.reason) : error;
}

/** The failure of a request that the CCU may have. */
function broken({ once }: HttpRequest, error: CcuError): CcuError {
  return once === true ? saying(error, { mayHaveRun: true }) : error;
}

/**
 * One agent for plain and TLS: the socket arrives ready and judged, so HTTP on top of it is always plain. It lets no call
 * wait for a connection: when a CCU goes away, its line of waiting requests forgets one and sends another much later.
 */
function createAgent(target: Target, options: AgentOptions): Agent {
  const agent = new Agent(options);
  type Done = (error: Error | null, socket: Duplex) => void;
  agent.createConnection = (_options, callback) => {
    openSocket(target, (error, socket) => (callback as Done | undefined)?.(error, socket!));
    // The types name only agents that answer at once; Node waits for the callback where the answer is undefined.
    return undefined as never;
  };
  return agent;
}
