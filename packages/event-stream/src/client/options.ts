import { serverSentEventsTransport } from './server-sent-events.js';
import type { Transport } from './transport.js';
import type { OpenStreamOptions, WebSocketConstructor } from './types.js';
import { webSocketTransport } from './websocket.js';

/** Addresses of a stream: one after the other, round and round. */
export interface Addresses {
  readonly count: number;
  readonly current: URL;
  /** Later calls use the next address. */
  moveOn(): void;
}

/**
 * Shuffled once, so that the clients of a gateway that ends spread over all the others, and each of them keeps its own order.
 *
 * @throws TypeError where there is none, or one that is no URL
 */
export function addressesOf({ url, order, random = Math.random }: OpenStreamOptions): Addresses {
  const given = Array.isArray(url) ? url : [url];
  const urls = (order === 'given' ? given : shuffled(given, random)).map((each) => new URL(each));
  let at = 0;
  if (urls.length === 0) throw new TypeError('url must not be an empty list');
  return {
    count: urls.length,
    get current() {
      // There is one at least, and `at` stays below their count.
      return urls[at] as URL;
    },
    moveOn() {
      at = (at + 1) % urls.length;
    },
  };
}

/** As a draw of lots: each one keeps its number, and the order is that of the numbers. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, lot: random() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ item }) => item);
}

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
