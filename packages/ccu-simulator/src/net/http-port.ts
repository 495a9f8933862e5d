import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Server, Socket } from 'node:net';
import type { FaultSwitches } from '../environment/switches.js';
import type { Clock, Timers } from '../environment/time.js';
import { nextPort } from './port-numbers.js';
import type { SimulatorTls } from './tls.js';

/** Largest body taken, as the real servers' own limit is far away. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** So many numbers in a row that are taken end the search for a port. */
const ATTEMPTS = 100;

export interface HttpAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

export interface HttpAsk {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface HttpPortOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: SimulatorTls;
  readonly switches: FaultSwitches;
  readonly clock: Clock;
  readonly timers: Timers;
  /** True when these credentials open the port; absent when the port wants none. */
  readonly authorize?: (name: string, password: string) => boolean;
  /** False while the web server in front finds no daemon behind this port; absent where there is none to find. */
  readonly hasBackend?: () => boolean;
  /** Control ports work during any fault. */
  readonly immune?: boolean;
  readonly handle: (ask: HttpAsk) => HttpAnswer | Promise<HttpAnswer>;
}

/** A TCP port that can be closed and opened again on the same number, as when the process behind it restarts. */
export interface Port {
  readonly port: number;
  open(): Promise<void>;
  /** Stops listening and cuts every connection. */
  close(): Promise<void>;
  /** Cuts connections, also those that will never be answered. */
  cut(): void;
}

/** Opens a port that answers as a CCU does, and misbehaves as the switches say. */
export async function openHttpPort(options: HttpPortOptions): Promise<Port> {
  const { switches, clock, timers, immune } = options;
  const waiting = new Set<() => void>();

  /** Answer of the CCU to a request; undefined for none at all. */
  async function answer(request: IncomingMessage): Promise<HttpAnswer | undefined> {
    const body = await receive(request);
    if (body === undefined) return { status: 413, body: 'too large' };
    if (!immune) {
      if (switches.halfOpen) return undefined;
      if (switches.slowMs > 0) await delay(switches.slowMs, timers, waiting);
      if (options.hasBackend?.() === false) return { status: 503, body: '503 Service Unavailable\n' };
      if (clock() < switches.bootingUntil) return { status: 503, body: 'CCU not ready yet\n' };
      if (switches.garbage) return { body: '\u0000<<garbage' };
      if (options.authorize !== undefined && !authorized(request, options.authorize)) return UNAUTHORIZED;
    }
    return options.handle({ method: request.method ?? '', url: request.url ?? '/', headers: request.headers, body });
  }

  const listener: RequestListener = (request, response) => {
    answer(request).then(
      (said) => {
        if (said !== undefined) send(response, said, new Date(clock() + switches.clockOffsetMs));
      },
      () => send(response, { status: 400, body: 'Bad request\n' }, new Date(clock())),
    );
  };
  const server = options.tls === undefined ? createHttp(listener) : createHttps({ ...options.tls }, listener);
  // Real daemons keep connections for long; a short limit would cut a client that is merely quiet.
  server.keepAliveTimeout = 620_000;
  server.headersTimeout = 630_000;
  return openPort(server, options, () => {
    for (const cancel of waiting) cancel();
    waiting.clear();
  });
}

/** Makes a restartable port of any server. `settle` runs when connections are cut. */
export async function openPort(
  server: Server,
  address: { readonly host: string; readonly port: number },
  settle: () => void = () => {},
): Promise<Port> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => socket.destroy()));
  let { port } = address;
  const listen = async (at: number) => {
    server.listen(at, address.host);
    await once(server, 'listening');
    port = at;
  };
  const open = async () => {
    if (port !== 0) return listen(port);
    for (let attempt = 1; port === 0; attempt += 1) {
      await listen(await nextPort()).catch((error) => {
        if (attempt === ATTEMPTS) throw error;
      });
    }
  };
  const cut = () => {
    settle();
    for (const socket of sockets) socket.destroy();
  };
  await open();
  return {
    get port() {
      return port;
    },
    open,
    cut,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

const UNAUTHORIZED: HttpAnswer = {
  status: 401,
  headers: { 'WWW-Authenticate': 'Basic realm="theRealm"' },
  body: 'Unauthorized\n',
};

function authorized(request: IncomingMessage, authorize: (name: string, password: string) => boolean): boolean {
  const encoded = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (encoded === undefined) return false;
  const [name = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return authorize(name, password.join(':'));
}

function receive(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    request.on('end', () => resolve(size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks)));
    request.on('error', () => {});
  });
}

/** The web server of a CCU sends the time of the CCU with each answer. */
function send(response: ServerResponse, answer: HttpAnswer, date: Date): void {
  if (response.destroyed || response.writableEnded) return;
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body, 'latin1') : answer.body;
  response.writeHead(answer.status ?? 200, {
    Date: date.toUTCString(),
    'Content-Type': 'text/plain',
    ...answer.headers,
    'Content-Length': body.length,
  });
  response.end(body);
}

function delay(ms: number, timers: Timers, waiting: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, () => {
      waiting.delete(cancel);
      resolve();
    });
    waiting.add(cancel);
  });
}
