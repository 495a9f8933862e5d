import { type Caller, GatewayError } from '@ccu-gateway/gateway-core';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Allowance } from '../tools/allow.js';
import type { McpDeps } from './deps.js';
import { createProtocolServer } from './server.js';

/** A request at `/mcp` that access control has admitted. */
export interface McpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Value of a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The message of a POST: parsed, not yet judged. */
  readonly body?: unknown;
  readonly caller: Caller;
  /** Aborted when the client went away or the gateway stops. */
  readonly closing: AbortSignal;
  /** Milliseconds since the epoch at which the credential of the caller ends by itself; absent means never. */
  readonly endsAt?: number;
  /** Calls back once when the credential of the caller ends; the answer stops watching. */
  readonly watchEnd: (ended: () => void) => () => void;
}

/** Answer to a request at `/mcp`. */
export interface McpAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly sessionId?: string;
  readonly body: string | ReadableStream<Uint8Array> | null;
}

/** Sessions of assistants over streamable HTTP. */
export interface McpSessions {
  /**
   * Answers a request. Refusals of the protocol are answers.
   *
   * @throws GatewayError `rate_limited` for too many sessions or requests at once
   */
  handle(request: McpRequest): Promise<McpAnswer>;
  /** Takes other settings: open sessions learn that their tools changed. */
  reconfigure(allowance: Allowance): void;
  /** Number of open sessions. */
  count(): number;
  /** Ends every session. */
  close(): Promise<void>;
}

const MOST_SESSIONS = 64;
const MOST_OF_CALLER = 8;
const MOST_REQUESTS = 8;
/** An assistant that went away without a word has its session for so long. */
const IDLE_MS = 3_600_000;
/** A request that its client cancelled has no answer; its connection must not stay open for ever. */
const ANSWER_MS = 120_000;

interface Session {
  readonly id: string;
  readonly owner: string;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Aborted when the session ends. */
  readonly ended: AbortController;
  usedAt: number;
  requests: number;
  /** End of the credential that is watched, in milliseconds since the epoch. */
  endsAt: number;
  stopWatching: () => void;
}

/**
 * Sessions over the parts of a gateway. Each belongs to the caller that began it, and ends with its credential where no later one
 * takes its place.
 *
 * @example
 * const sessions = createSessions(deps, { allow: 'everyday', locks: false });
 * const { status, body } = await sessions.handle(request);
 */
export function createSessions(deps: McpDeps, initial: Allowance): McpSessions {
  let allowance = initial;
  const sessions = new Map<string, Session>();

  async function begin(request: McpRequest): Promise<McpAnswer> {
    await makeRoom(ownerOf(request.caller));
    const session = await openSession(deps, request.caller, () => allowance);
    sessions.set(session.id, session);
    watchCredential(deps, session, request, end);
    const answer = await answerIn(deps, session, request);
    if (answer.status !== 200) await end(session);
    return answer;
  }

  /** Ends idle sessions, and the longest unused one of a caller that has too many. */
  async function makeRoom(owner: string): Promise<void> {
    const now = deps.clock.now();
    const byAge = [...sessions.values()].sort((one, other) => one.usedAt - other.usedAt);
    const idle = byAge.filter(({ usedAt, requests }) => requests === 0 && now - usedAt > IDLE_MS);
    await Promise.all(idle.map(end));
    const own = byAge.filter((session) => session.owner === owner && sessions.has(session.id));
    const [oldest] = own;
    if (own.length >= MOST_OF_CALLER && oldest !== undefined) await end(oldest);
    if (sessions.size >= MOST_SESSIONS) {
      throw new GatewayError('rate_limited', 'There are too many sessions of assistants', {
        reason: 'too_many_connections',
        retryAfterSeconds: 60,
      });
    }
  }

  async function end(session: Session): Promise<void> {
    sessions.delete(session.id);
    if (session.ended.signal.aborted) return;
    session.ended.abort();
    session.stopWatching();
    await session.server.close();
  }

  return {
    async handle(request) {
      const id = request.header('mcp-session-id');
      if (id === undefined && request.method === 'POST' && isInitialize(request.body)) return begin(request);
      const session = id === undefined ? undefined : sessions.get(id);
      if (id === undefined) return problemAnswer(400, 'The header Mcp-Session-Id is missing');
      // A session of another caller is as unknown as one that has ended.
      if (session === undefined || session.owner !== ownerOf(request.caller)) {
        return problemAnswer(404, 'The session has ended: begin another one');
      }
      if (request.method !== 'DELETE') {
        watchCredential(deps, session, request, end);
        return answerIn(deps, session, request);
      }
      await end(session);
      return { status: 200, body: null };
    },
    reconfigure(next) {
      allowance = next;
      for (const { server } of sessions.values()) {
        server.sendToolListChanged().catch((error: unknown) => deps.log.debug('a session was not informed', { error }));
      }
    },
    count: () => sessions.size,
    async close() {
      await Promise.all([...sessions.values()].map(end));
    },
  };
}

/**
 * Watches the credential of a request, unless the one that is watched lasts as long. The access token of an identity provider ends
 * after minutes and its client renews it: its end closes the stream, and the session goes on with the next token.
 */
function watchCredential(
  { clock }: McpDeps,
  session: Session,
  { caller, endsAt = Number.POSITIVE_INFINITY, watchEnd }: McpRequest,
  end: (session: Session) => Promise<void>,
): void {
  if (endsAt <= session.endsAt) return;
  session.stopWatching();
  session.endsAt = endsAt;
  session.stopWatching = watchEnd(() => {
    const isRenewed = caller.principal?.scheme === 'oidc' && clock.now() >= endsAt;
    if (!isRenewed) return void end(session);
    session.endsAt = 0;
    session.transport.closeStandaloneSSEStream();
  });
}

const ownerOf = ({ principal }: Caller): string => principal?.key ?? '';

const isInitialize = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && (body as { readonly method?: unknown }).method === 'initialize';

async function openSession(deps: McpDeps, caller: Caller, allowance: () => Allowance): Promise<Session> {
  const id = deps.randomHex(32);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    enableJsonResponse: true,
  });
  const server = createProtocolServer(deps, allowance);
  await server.connect(transport);
  return {
    ...{ id, owner: ownerOf(caller), server, transport },
    ...{ ended: new AbortController(), usedAt: deps.clock.now(), requests: 0 },
    ...{ endsAt: 0, stopWatching: () => undefined },
  };
}

/** Answers a request in its session. A stream counts as a request until it ends. */
async function answerIn(deps: McpDeps, session: Session, request: McpRequest): Promise<McpAnswer> {
  if (session.requests >= MOST_REQUESTS) {
    throw new GatewayError('rate_limited', 'This session has too many requests at once', {
      reason: 'too_many_requests',
      retryAfterSeconds: 1,
    });
  }
  session.usedAt = deps.clock.now();
  session.requests += 1;
  let isStream = false;
  const release = () => {
    session.requests -= 1;
    session.usedAt = deps.clock.now();
  };
  try {
    const answer = await answerOf(await firstOf(deps, session, request));
    isStream = answer.body instanceof ReadableStream;
    if (isStream) {
      const close = () => session.transport.closeStandaloneSSEStream();
      request.closing.addEventListener('abort', close, { once: true });
      const over = AbortSignal.any([request.closing, session.ended.signal]);
      if (over.aborted) close();
      over.addEventListener('abort', release, { once: true });
    }
    return answer;
  } finally {
    if (!isStream) release();
  }
}

/** The answer of the transport, or the one for a request that ends without: the transport never answers those. */
function firstOf(
  { clock }: McpDeps,
  { transport, ended }: Pick<Session, 'transport' | 'ended'>,
  { method, header, body, caller }: McpRequest,
): Promise<Response> {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = header(name);
    if (value !== undefined) headers.set(name, value);
  }
  // Only its headers are read: the body is parsed, and the address is that of any gateway.
  const request = new Request('http://gateway.invalid/mcp', { method, headers });
  // The transport carries the caller from the request to its handler. The token itself stays outside.
  const authInfo = { token: '', clientId: caller.principal?.key ?? '', scopes: [], extra: { caller } };
  // A gateway that stops lets requests end.
  const over = AbortSignal.any([ended.signal, caller.signal]);
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ANSWER_MS, () => resolve(gone(504, 'The request had no answer in time')));
    const onOver = () => resolve(gone(404, 'The session has ended: begin another one'));
    if (over.aborted) onOver();
    over.addEventListener('abort', onOver, { once: true });
    transport
      .handleRequest(request, { authInfo, ...(body === undefined ? {} : { parsedBody: body }) })
      .then(resolve, reject)
      .finally(() => {
        cancel();
        over.removeEventListener('abort', onOver);
      });
  });
}

const PASSED_ON = ['accept', 'content-type', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id'];

const gone = (status: number, message: string) => new Response(textOf(message), { status, headers: JSON_TYPE });
const JSON_TYPE = { 'content-type': 'application/json' };
const textOf = (message: string) => JSON.stringify({ jsonrpc: '2.0', error: { code: -32_001, message }, id: null });
const problemAnswer = (status: number, message: string): McpAnswer => ({
  status,
  contentType: 'application/json',
  body: textOf(message),
});

async function answerOf(response: Response): Promise<McpAnswer> {
  const contentType = response.headers.get('content-type') ?? undefined;
  const sessionId = response.headers.get('mcp-session-id') ?? undefined;
  const isStream = contentType?.startsWith('text/event-stream') === true;
  return {
    status: response.status,
    ...(contentType === undefined ? {} : { contentType }),
    ...(sessionId === undefined ? {} : { sessionId }),
    body: isStream ? response.body : (await response.text()) || null,
  };
}
