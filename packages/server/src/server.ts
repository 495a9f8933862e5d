import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp, type GatewayApp } from './app.js';
import { createDocuments } from './contract/documents.js';
import { createIdempotency } from './http/idempotency.js';
import { createPipeline } from './http/pipeline.js';
import { createResponder } from './http/respond.js';
import { createOperationRouter } from './http/routes.js';
import { pageOperations } from './pages/families.js';
import { refusalPage } from './pages/refusal.js';
import type { Clock, Logger } from './ports.js';
import { apiOperations, type Services } from './rest/families.js';
import { createUpgradeListener } from './ws/endpoint.js';
import { type ConnectionLimits, DEFAULT_CONNECTION_LIMITS } from './ws/limits.js';
import { createSockets } from './ws/sockets.js';

export interface ServerOptions extends Omit<Services, 'clock' | 'documents'> {
  readonly logger?: Logger;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Cryptographically strong random bytes, for request ids. Default: `node:crypto`. */
  readonly random?: (size: number) => Uint8Array;
  /** Origins that may call from other pages, beside the gateway's own: `https://host[:port]`. */
  readonly cors?: readonly string[];
  readonly limits?: Partial<ConnectionLimits>;
}

export interface ListenOptions {
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface Listening {
  /** `http://host:port` of the listener. */
  readonly url: string;
  readonly port: number;
}

/** The gateway's REST API, WebSocket and pages. It listens before any CCU answers. */
export interface GatewayServer {
  /** The whole server as a Hono app without a socket: for tests and for mounting into another app. */
  readonly app: GatewayApp;
  /** Rejects when the address is taken or not allowed. */
  listen(options: ListenOptions): Promise<Listening>;
  /** Tells sockets 1001, lets requests end for `graceMs` (default 2000), then cuts what is left. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

const SILENT: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const SYSTEM_CLOCK: Clock = { now: () => Date.now() };

/** Headers of 16 KiB in 64 lines within 10 s, the whole request within 30 s; Node refuses the rest by itself. */
const PARSER_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  insecureHTTPParser: false,
  requireHostHeader: true,
} as const;
const MAX_HEADER_LINES = 64;
const SWEEP_MS = 20;

export function createServer(options: ServerOptions): GatewayServer {
  const clock = options.clock ?? SYSTEM_CLOCK;
  const logger = options.logger ?? SILENT;
  const random = options.random ?? randomBytes;
  const services: Services = { ...options, clock, documents: createDocuments() };

  const randomHex = (digits: number) => Buffer.from(random(digits / 2)).toString('hex');
  const pipeline = createPipeline({
    auth: options.auth,
    router: createOperationRouter([...apiOperations, ...pageOperations], services),
    needs: services,
    idempotency: createIdempotency(clock),
    clock,
    logger,
    randomHex,
    refusalPage: (refused) => refusalPage(refused, services),
    respond: createResponder(options.auth, options.cors ?? []),
  });
  const app = createApp(pipeline);
  const listener = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    overrideGlobalObjects: false,
  });
  const sockets = createSockets({ services, logger, randomHex });
  const upgrade = createUpgradeListener({
    auth: options.auth,
    limits: { ...DEFAULT_CONNECTION_LIMITS, ...options.limits },
    logger,
    randomHex,
    listener,
    open: sockets.open,
  });
  let server: Server | undefined;
  // Upgraded ones too, which Node's own list forgets.
  const open = new Set<Socket>();

  return {
    app,
    async listen({ host, port }) {
      if (server !== undefined) throw new Error('This server listens already');
      const started = createHttpServer(PARSER_LIMITS, listener);
      started.maxHeadersCount = MAX_HEADER_LINES;
      started.on('upgrade', upgrade);
      started.on('connection', (socket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
      });
      server = started;
      await new Promise<void>((resolve, reject) => {
        started.once('error', (error) => {
          server = undefined;
          reject(error);
        });
        started.listen(port, host, () => {
          started.removeAllListeners('error');
          started.on('error', (error) => logger.error('http.listener_failed', { error: error.message }));
          resolve();
        });
      });
      const address = started.address() as AddressInfo;
      return { url: urlOf(host ?? 'localhost', address.port), port: address.port };
    },
    async close({ graceMs = 2_000 } = {}) {
      sockets.closeAll();
      const closing = server;
      if (closing === undefined) return;
      server = undefined;
      const closed = new Promise<void>((resolve) => closing.close(() => resolve()));
      // A connection that has just answered stays open for the next request, which must not come any more.
      const sweep = setInterval(() => closing.closeIdleConnections(), SWEEP_MS);
      const cut = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, graceMs);
      closing.closeIdleConnections();
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

function urlOf(host: string, port: number): string {
  const reachable = host === '' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
