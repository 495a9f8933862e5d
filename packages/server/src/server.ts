import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Clock, createConfigSessions, type Logger } from '@ccu-gateway/gateway-core/use-cases';
import type { getRequestListener } from '@hono/node-server';
import { createApp, type GatewayApp } from './app.js';
import { createDocuments } from './contract/documents.js';
import { defaultPorts, type OptionalPorts, silentLogger, systemClock } from './defaults.js';
import { type ConnectionLimits, createConnectionCounter, DEFAULT_CONNECTION_LIMITS } from './events/limits.js';
import { apiOperations, pageOperations, type ServerPorts, wsCommands } from './families/families.js';
import type { Answer } from './http/answers/answer.js';
import { answerDirectly, isDirect } from './http/direct.js';
import { allowHostless } from './http/hostless.js';
import {
  type Certificate,
  createListener,
  DEFAULT_LISTENER_LIMITS,
  type ListenerLimits,
  type Listening,
  type ListenOptions,
} from './http/listener.js';
import { createPipeline, type Incoming } from './http/pipeline.js';
import { createEarlyRefusal, type EarlyRefusal } from './http/problems/early-refusal.js';
import { headersTooLarge, unacceptableTarget, unreadableRequest, unsecured } from './http/problems/unreadable.js';
import { createIdempotency } from './http/request/idempotency.js';
import { createRandomHex } from './http/request/random-hex.js';
import { createRequestTable, type RequestTable } from './http/request/request-table.js';
import { createResponder } from './http/respond.js';
import { createOperationRouter } from './http/routes.js';
import { appPageOperation } from './pages/home.js';
import { isNavigation, refusalPage } from './pages/refusal.js';
import type { Awaitable } from './turns/after.js';
import { createNextTurn } from './turns/next-turn.js';
import { createRate } from './turns/rate.js';
import { createShares } from './turns/shares.js';
import { createCommandRegistry } from './ws/catalogue/registry.js';
import { createUpgradeListener } from './ws/endpoint.js';
import { createSockets } from './ws/sockets.js';

/** A person does not do more; the log holds other things too. */
const UI_EVENTS_PER_MINUTE = 120;

/** Ports that the server makes itself. */
type OwnPort = 'clock' | 'documents' | 'connections' | 'nextTurn' | 'uiEvents' | 'configSessions' | 'commands';

/**
 * Ports of a gateway with every family. The type follows from the families; `ServerOptions` takes the same ports, where most are
 * optional.
 */
export type GatewayPorts = Required<Omit<ServerPorts, OwnPort>>;

/**
 * Ports, limits and sources of the server. `auth`, `events` and `house` are required. A family without its ports is left out
 * answers 404; without `ccu` the installation can be read but not written to.
 */
export interface ServerOptions
  extends Omit<ServerPorts, OwnPort | OptionalPorts>,
    Partial<Pick<ServerPorts, OptionalPorts>> {
  /** Default: silent. */
  readonly logger?: Logger;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Cryptographically strong random bytes, for request ids. Default: `node:crypto`. */
  readonly random?: (size: number) => Uint8Array;
  /**
   * Origins with pages that may read answers, beside the gateway's own: `https://host[:port]`. Give access control the
   * same.
   */
  readonly cors?: readonly string[];
  /** Remembers requests that have an `Idempotency-Key`: one table for several gateways. Default: in this process. */
  readonly requests?: RequestTable;
  /** Of connections (numbers of open ones) and of the listener (milliseconds); a missing one has its default. */
  readonly limits?: Partial<ConnectionLimits & ListenerLimits>;
}

/** Options that may change while the server listens; a missing one goes back to its default. */
export type ChangeableServerOptions = Pick<ServerOptions, 'cors'> & { readonly limits?: Partial<ConnectionLimits> };

/** The gateway's REST API, WebSocket and pages. It listens before any CCU answers. */
export interface GatewayServer {
  /** The whole server as a Hono app without a socket: for tests, and for mounting into another app. */
  readonly app: GatewayApp;
  /** Rejects when the address is taken or not allowed. */
  listen(options: ListenOptions): Promise<Listening>;
  /** New connections see this certificate. @throws Error when TLS cannot use it, or the server does not speak TLS */
  useCertificate(certificate: Certificate): void;
  /** Counts from the next request on. */
  reconfigure(options: ChangeableServerOptions): void;
  /** Closes sockets with 1001, ends streams, lets requests end for `graceMs` (default 2000), then cuts the rest. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/**
 * Puts the server together. It listens after `listen`.
 * @throws Error when a route or command does not say which role may call it, or two routes have the same path
 *
 * @example
 * const server = createServer({ auth, house, events });
 * const { url } = await server.listen({ host: '127.0.0.1', port: 8119 });
 * await server.close();
 */
export function createServer(options: ServerOptions): GatewayServer {
  const { auth, logger = silentLogger, clock = systemClock, random = randomBytes, cors = [] } = options;
  const { requests = createRequestTable(clock) } = options;
  let respond = createResponder(auth, cors);
  const registry = createCommandRegistry(wsCommands);
  const own = { ...ownPorts(clock, options.limits), clock, commands: registry };
  const ports: ServerPorts = { ...defaultPorts(clock), ...options, ...own };
  const { connections, nextTurn } = own;
  const randomHex = createRandomHex(random);

  const earlyRefusal = createEarlyRefusal(auth, randomHex);
  const listenerLimits = { ...DEFAULT_LISTENER_LIMITS, ...options.limits };

  const stopping = new AbortController();
  const shares = createShares(nextTurn);
  const pipeline = createPipeline({
    auth,
    router: createOperationRouter([...apiOperations, ...pageOperations]),
    elsewhere: ({ description }, { path }) =>
      ports.ui !== undefined && isNavigation(description, path) ? appPageOperation : undefined,
    ports,
    idempotency: createIdempotency(requests),
    shares,
    nextTurn,
    clock,
    logger,
    randomHex,
    stopping: stopping.signal,
    refusalPage: (refused) => refusalPage(refused, ports),
    respond: (reply, exchange) => respond(reply, exchange),
  });
  const app = createApp(pipeline);
  const request = requestListener({ app, pipeline, logger, earlyRefusal });
  const sockets = createSockets({ ports, registry, shares, logger, randomHex });
  const upgrade = createUpgradeListener({
    auth,
    connections,
    logger,
    randomHex,
    refuseEarly: earlyRefusal.onSocket,
    listener: request,
    bodyTimeoutMs: listenerLimits.slowSenderMs,
    open: (admitted) => {
      listener.letGo(admitted.socket);
      sockets.open(admitted);
    },
  });
  const listener = createListener({ request, upgrade, ...refusals(earlyRefusal), logger, limits: listenerLimits });

  return {
    app,
    listen: (where) => listener.listen(where),
    useCertificate: (certificate) => listener.useCertificate(certificate),
    reconfigure(changes) {
      respond = createResponder(auth, changes.cors ?? []);
      connections.limit({ ...DEFAULT_CONNECTION_LIMITS, ...changes.limits });
    },
    async close({ graceMs = 2_000 } = {}) {
      sockets.closeAll();
      stopping.abort();
      await listener.close(graceMs);
    },
  };
}

/** Ports that need nothing but the clock and limits. */
function ownPorts(clock: Clock, limits: ServerOptions['limits']) {
  return {
    connections: createConnectionCounter({ ...DEFAULT_CONNECTION_LIMITS, ...limits }),
    documents: createDocuments(),
    nextTurn: createNextTurn(),
    uiEvents: createRate(clock, UI_EVENTS_PER_MINUTE),
    configSessions: createConfigSessions(),
  };
}

/** Answers to connections from which no request can be taken. */
function refusals({ onSocket, onResponse }: EarlyRefusal) {
  return {
    unreadable: (code: string, socket: Duplex) => onSocket(socket, unreadableRequest(code)),
    unsecured: (socket: Duplex) => onSocket(socket, unsecured()),
    overloaded: (response: ServerResponse) =>
      onResponse(response, headersTooLarge('The request has more than 64 header lines')),
  };
}

function requestListener({ app, pipeline, logger, earlyRefusal }: Answering) {
  // The adapter loads the whole of `fetch`, 5 MB, which a gateway without requests that have a body does not need.
  let adapter: Promise<ReturnType<typeof getRequestListener>> | undefined;
  const loadAdapter = async () =>
    (await import('@hono/node-server')).getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
      overrideGlobalObjects: false,
      errorHandler: (error) => earlyRefusal.asResponse(unacceptableTarget(error)),
    });
  const failed = (outgoing: ServerResponse, error: unknown) => {
    logger.error('http.failed', { error: String(error) });
    outgoing.destroy();
  };
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (isDirect(incoming)) {
      try {
        const answering = answerDirectly(pipeline, incoming, outgoing);
        if (answering instanceof Promise) answering.catch((error) => failed(outgoing, error));
      } catch (error) {
        failed(outgoing, error);
      }
      return;
    }
    allowHostless(incoming);
    adapter ??= loadAdapter();
    adapter.then((adapted) => adapted(incoming, outgoing)).catch((error: unknown) => failed(outgoing, error));
  };
}

interface Answering {
  readonly app: GatewayApp;
  readonly pipeline: (incoming: Incoming) => Awaitable<Answer>;
  readonly logger: Logger;
  readonly earlyRefusal: EarlyRefusal;
}
