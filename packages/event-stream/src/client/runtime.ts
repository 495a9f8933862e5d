import { serverSentEventsTransport } from './server-sent-events.js';
import type { Transport } from './transport.js';
import type { OpenStreamOptions, WebSocketConstructor } from './types.js';
import { webSocketTransport } from './websocket.js';

/** The header of that name, for this address. */
export async function authorizationOf(
  { authorization, token }: OpenStreamOptions,
  url: URL,
): Promise<string | undefined> {
  if (authorization) return authorization(url);
  const value = typeof token === 'function' ? await token(url) : token;
  return value ? `Bearer ${value}` : undefined;
}

/** The first transport, and the one that remains if a proxy or the gateway refuses WebSockets. */
export function transportsOf(options: OpenStreamOptions): readonly [Transport, ...Transport[]] {
  const fetcher = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  const global = (globalThis as { WebSocket?: WebSocketConstructor }).WebSocket;
  const Constructor = options.webSocket ?? (options.token || options.authorization ? undefined : global);
  const events = serverSentEventsTransport(fetcher);
  return Constructor ? [webSocketTransport(Constructor, fetcher), events] : [events];
}

/** Longest delay a timer takes; Node turns every longer one into a millisecond. */
const LONGEST_TIMER_MS = 2_147_483_647;

export function startTimer(run: () => void, delayMs: number): () => void {
  const handle = setTimeout(run, Math.min(delayMs, LONGEST_TIMER_MS));
  return () => clearTimeout(handle);
}
