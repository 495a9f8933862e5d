import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { WebSocketConstructor } from '@ccu-gateway/client';
import { WebSocket } from 'ws';
import { OTHER_CERTIFICATE, plain, type Trust } from './trust.js';

/** Transport for calls and events. The library is loaded only where the transport of the runtime does not suffice. */
export async function connectionsOf(
  trust: Trust,
): Promise<{ readonly fetch: typeof fetch; readonly webSocket: WebSocketConstructor }> {
  const { Agent, fetch: fetchThrough } = await import('undici');
  const agent = new Agent({
    connect: ({ hostname, port, servername }, callback) => {
      open(trust, { host: hostname, port: Number(port) || 443, servername: servername ?? '' }, (error, socket) =>
        error === null && socket !== undefined ? callback(null, socket) : callback(error ?? new Error('closed'), null),
      );
    },
  });
  // The library's types and those of the runtime describe the same standard, and know nothing of each other.
  const through = (input: unknown, init: unknown) =>
    fetchThrough(input as string, { ...(init as object), dispatcher: agent });
  class TrustingWebSocket extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[], options?: object) {
      // The library passes its options to `https`, and `createConnection` of `https` may call back; its types have only
      // the other form.
      super(address, protocols, {
        ...options,
        createConnection: (target: { host?: string; port?: number | string }, callback: Opened) => {
          open(trust, { host: target.host ?? '', port: Number(target.port) || 443, servername: '' }, callback);
        },
      } as never);
    }
  }
  // As above: the same functions under types of two origins.
  return { fetch: through as unknown as typeof fetch, webSocket: TrustingWebSocket };
}

type Opened = (error: Error | null, socket?: TLSSocket) => void;

/** Judges the certificate before a byte of the conversation, and so the token, is sent. */
function open(
  trust: Trust,
  { host, port, servername }: { readonly host: string; readonly port: number; readonly servername: string },
  done: Opened,
): void {
  const name = servername || (isIP(host) === 0 ? host : '');
  const socket = connect({
    host,
    port,
    ...(name === '' ? {} : { servername: name }),
    ...(trust.kind === 'ca' ? { ca: trust.ca } : {}),
    rejectUnauthorized: trust.kind === 'ca',
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
  });
  const failed = (error: Error) => done(error);
  socket.once('error', failed);
  socket.once('secureConnect', () => {
    socket.off('error', failed);
    const shown = plain(socket.getPeerX509Certificate()?.fingerprint256 ?? '');
    if (trust.kind !== 'fingerprint' || shown === trust.fingerprint) {
      done(null, socket);
      return;
    }
    socket.on('error', () => undefined).destroy();
    done(Object.assign(new Error('the gateway shows another certificate'), { code: OTHER_CERTIFICATE }));
  });
}
