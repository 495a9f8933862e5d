import type { OpenStreamOptions } from './types.js';

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
