import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isIP } from 'node:net';
import { bind } from './bind.js';

/** Target of the redirect for plain requests. */
export interface RedirectOptions {
  /** Default: every address of the machine. */
  readonly host?: string;
  /** TCP port; 0 takes a free one. */
  readonly port: number;
  /** Origin (`https://host[:port]`) that a request for this host name or address belongs to; undefined: not this gateway's. */
  readonly originFor: (name: string) => string | undefined;
}

/** A listener that only redirects. */
export interface Redirect {
  /** TCP port, also where a free one was taken. */
  readonly port: number;
  /** Cuts open connections. */
  close(): Promise<void>;
}

const HOST = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9._-]{1,253}))(?::\d{1,5})?$/i;
/** Longer ones are of no address that people type. */
const MAX_HEADER_BYTES = 8 * 1024;
const TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 256;

/**
 * Answers every plain request with 308 to the same path of the gateway's own HTTPS, under a name that is the gateway's: a name
 * that is not gets 421 and leads nowhere. Connections are closed after one answer.
 *
 * @throws the system's error when the address is taken or not allowed
 * @example
 * const redirect = await openRedirect({ port: 80, originFor: (name) => names.has(name) ? `https://${name}:8119` : undefined });
 */
export async function openRedirect({ host, port, originFor }: RedirectOptions): Promise<Redirect> {
  const open = new Set<Socket>();
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS };
  const server = createServer({ ...limits, connectionsCheckingInterval: 1_000 }, (request, response) => {
    const origin = originOf(request.headers.host, originFor);
    const to = origin === undefined ? undefined : placeOf(origin, request.url ?? '');
    response.setHeader('connection', 'close');
    if (to === undefined) {
      response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('This is not an address of this gateway. Its HTTPS is under the names of its certificate.\n');
      return;
    }
    response.writeHead(308, { location: to, 'content-type': 'text/plain; charset=utf-8' });
    response.end(`This gateway speaks HTTPS: ${origin}\n`);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
  });
  await bind(server, host, port);
  // A later one is no reason to end: HTTPS is still served.
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

function originOf(header: string | undefined, originFor: RedirectOptions['originFor']): string | undefined {
  const match = HOST.exec(header ?? '');
  const name = (match?.[1] ?? match?.[2])?.toLowerCase();
  if (name === undefined || (match?.[1] !== undefined && isIP(name) !== 6)) return undefined;
  return originFor(name);
}

/** Only a plain path is taken over: an absolute target names a host of its own. */
function placeOf(origin: string, target: string): string | undefined {
  return /^\/[\x21-\x7e]*$/.test(target) ? `${origin}${target}` : undefined;
}
