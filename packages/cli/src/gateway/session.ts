import type { ClientOptions } from '@ccu-gateway/client';
import { WebSocket } from 'ws';
import type { Session } from '../login/store.js';

type Connections = Pick<ClientOptions, 'fetch' | 'webSocket'>;

/** Connections that carry the cookies of a session, as a browser does. */
export function withSession({ cookie, csrf }: Session, connections: Connections = {}): Connections {
  const through = connections.fetch ?? fetch;
  // Only classes of `ws` are handed in: its own, or one that judges certificates.
  const Base = (connections.webSocket ?? WebSocket) as typeof WebSocket;
  class SessionWebSocket extends Base {
    constructor(address: string | URL, protocols?: string | string[], options?: { readonly headers?: object }) {
      super(address, protocols, { ...options, headers: { ...options?.headers, cookie } });
    }
  }
  return {
    fetch: (input, init) =>
      through(input, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie, 'x-csrf-token': csrf },
      }),
    webSocket: SessionWebSocket,
  };
}

/** The session that an answer to a sign-in brought; undefined where it brought none. */
export function sessionOf(setCookies: readonly string[]): Session | undefined {
  const pairs = setCookies.map((line) => line.split(';', 1)[0] ?? '');
  const csrf = pairs.find((pair) => /^[^=]*_csrf=/.test(pair));
  if (csrf === undefined || pairs.length < 2) return undefined;
  return { cookie: pairs.join('; '), csrf: csrf.slice(csrf.indexOf('=') + 1) };
}
