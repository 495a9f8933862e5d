import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from '@ccu-gateway/gateway-core/use-cases';
import { createSlowReaders } from './answers/slow-readers.js';
import { bind } from './bind.js';
import { createSlowSenders, type SlowSenders, watchBody } from './body/slow-senders.js';
import { watchHandshakes } from './request/handshakes.js';

/** Address and options of the listener. */
export interface ListenOptions {
  /** Default: every address of the machine. */
  readonly host?: string;
  /** TCP port; 0 takes a free one. */
  readonly port: number;
  /** Speaks TLS (1.2 or newer) with this certificate, and nothing else. Default: plain HTTP. */
  readonly certificate?: Certificate;
}

/** Certificate and key of the server. */
export interface Certificate {
  /** PEM: the certificate first, then those of the authorities that have signed it. */
  readonly cert: string;
  /** PEM, not encrypted. */
  readonly key: string;
}

/** Present address of the listener. */
export interface Listening {
  /** `http://host:port` of the listener, or `https://host:port`. */
  readonly url: string;
  /** TCP port, also where a free one was taken. */
  readonly port: number;
}

export interface Listener {
  /** Rejects when the address is taken or not allowed. */
  listen(options: ListenOptions): Promise<Listening>;
  /** Connections that come from now on see this certificate. @throws Error when TLS cannot use it, or none is spoken */
  useCertificate(certificate: Certificate): void;
  /** The socket has become one with a rule of its own for slow readers. */
  letGo(socket: Duplex): void;
  /** Number of open connections. */
  connections(): number;
  /** Takes nothing new, lets requests end for `graceMs`, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

export interface ListenerLimits {
  /** Time in which the headers of a request must be there. Default 10 000. */
  readonly headersTimeoutMs: number;
  /** Time in which a sender has to send `SENDER_BYTES` of a body that is not there yet. Default 30 000. */
  readonly slowSenderMs: number;
  /** Time in which a reader has to take `READER_BYTES` of the waiting bytes. Default 120 000. */
  readonly slowReaderMs: number;
  /** Time that a connection stays open for its next request. Default 150 000. */
  readonly keepAliveMs: number;
  /** Time in which a handshake of TLS must be done. Default 10 000. */
  readonly handshakeTimeoutMs: number;
  /** Handshakes at once; a further one cuts the oldest. Default 256. */
  readonly handshakes: number;
}

/** Headers of 16 KiB; Node refuses more by itself. */
const PARSER_LIMITS = {
  maxHeaderSize: 16 * 1024,
  insecureHTTPParser: false,
  requireHostHeader: true,
} as const;
/**
 * The listener refuses them itself. Node's own limit drops lines silently, and a dropped line cannot be refused: a
 * second `Authorization` in line 65 would never be seen. That limit is therefore off, and the 16 KiB bound the headers.
 */
const MAX_HEADER_LINES = 64;
const NO_LIMIT = 0;
export const DEFAULT_LISTENER_LIMITS: ListenerLimits = {
  headersTimeoutMs: 10_000,
  slowSenderMs: 30_000,
  // Systems report room in large steps: a slow reader of a large buffer seems silent for a minute.
  slowReaderMs: 120_000,
  // Longer than proxies keep theirs (Caddy two minutes, Traefik 90 s, nginx 60 s): the side that sends must be the one that closes.
  keepAliveMs: 150_000,
  handshakeTimeoutMs: 10_000,
  handshakes: 256,
};
const MIN_TLS = 'TLSv1.2';
const SWEEP_MS = 20;

interface Handlers {
  readonly request: (request: IncomingMessage, response: ServerResponse) => unknown;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly logger: Logger;
  /** A request with an excessive number of header lines. */
  readonly overloaded: (response: ServerResponse) => void;
  /** Bytes that are no readable request, with the parser's error code; there is no response to write to. */
  readonly unreadable: (code: string, socket: Duplex) => void;
  /** Plain HTTP where TLS is spoken. */
  readonly unsecured: (socket: Duplex) => void;
  readonly limits: ListenerLimits;
}

export function createListener(handlers: Handlers): Listener {
  let server: Server | SecureServer | undefined;
  const readers = createSlowReaders(handlers.limits.slowReaderMs);
  const senders = createSlowSenders(handlers.limits.slowSenderMs);
  // Upgraded ones too, which Node's own list forgets.
  const open = new Set<Socket>();

  return {
    async listen({ host, port, certificate }) {
      if (server !== undefined) throw new Error('This server listens already');
      const starting = createFor(certificate, handlers, senders);
      starting.maxHeadersCount = NO_LIMIT;
      starting.on('upgrade', (request, socket, head) => {
        if (hasTooManyLines(request)) handlers.unreadable('HPE_HEADER_OVERFLOW', socket);
        else handlers.upgrade(request, socket, head);
      });
      starting.on('clientError', (error: NodeJS.ErrnoException, socket) => {
        if (socket.writable && !isAnswering(socket)) handlers.unreadable(error.code ?? '', socket);
        else socket.destroy(error);
      });
      starting.on('connection', (socket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
      });
      // Bytes for a slow reader wait in front of the encryption.
      starting.on(certificate === undefined ? 'connection' : 'secureConnection', (socket) => readers.watch(socket));
      server = starting;
      try {
        await bind(starting, host, port);
      } catch (error) {
        server = undefined;
        throw error;
      }
      starting.on('error', (error) => handlers.logger.error('http.listener_failed', { error: error.message }));
      const address = starting.address() as AddressInfo;
      const scheme = certificate === undefined ? 'http' : 'https';
      return { url: urlOf(scheme, host, address.port), port: address.port };
    },
    useCertificate(certificate) {
      if (server === undefined || !('setSecureContext' in server)) throw new Error('This server speaks no TLS');
      server.setSecureContext(contextOf(certificate));
    },
    letGo: (socket) => readers.letGo(socket),
    connections: () => open.size,
    async close(graceMs) {
      const closing = server;
      if (closing === undefined) return;
      server = undefined;
      readers.close();
      senders.close();
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

/** The server for it, without its handlers of connections and upgrades. */
function createFor(
  certificate: Certificate | undefined,
  handlers: Handlers,
  senders: SlowSenders,
): Server | SecureServer {
  const { headersTimeoutMs, keepAliveMs, handshakeTimeoutMs, handshakes } = handlers.limits;
  const parser = {
    ...PARSER_LIMITS,
    headersTimeout: headersTimeoutMs,
    // It counts the whole time of an upload; `senders` counts silence and rate instead.
    requestTimeout: NO_LIMIT,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs),
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    if (hasTooManyLines(request)) return handlers.overloaded(response);
    watchBody(senders, request, () => giveUp(request.socket, handlers));
    return handlers.request(request, response);
  };
  if (certificate === undefined) return createServer(parser, onRequest);
  const options = { ...parser, ...contextOf(certificate), handshakeTimeout: handshakeTimeoutMs };
  const secure = createSecureServer(options, onRequest);
  watchHandshakes(secure, { timeoutMs: handshakeTimeoutMs, most: handshakes }, handlers.unsecured);
  return secure;
}

/** On a sender that is too slow. */
function giveUp(socket: Socket, { unreadable }: Handlers): void {
  if (socket.writable && !isAnswering(socket)) unreadable('ERR_HTTP_REQUEST_TIMEOUT', socket);
  else socket.destroy();
}

function hasTooManyLines({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length > 2 * MAX_HEADER_LINES;
}

/** An answer that has begun must not get another into its middle. */
function isAnswering(socket: Duplex): boolean {
  const current = (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage;
  return current?.headersSent === true;
}

function contextOf({ cert, key }: Certificate) {
  return { cert, key, minVersion: MIN_TLS } as const;
}

function urlOf(scheme: string, host: string | undefined, port: number): string {
  const everywhere = host === undefined || host === '' || host === '0.0.0.0' || host === '::';
  const reachable = everywhere ? 'localhost' : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
