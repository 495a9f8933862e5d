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
