import { baseOf } from './target.js';

/** Addresses of the gateways of one installation. Calls and events share the knowledge about them. */
export interface Addresses {
  readonly count: number;
  /** Without a trailing slash, of the gateway that the next call goes to. */
  readonly current: string;
  /** All of them, in the order in which they are tried now. */
  inTurn(): readonly string[];
  /** This one could not be reached. */
  leave(base: string): void;
  /** This one is there. */
  prefer(base: string): void;
}

/** Order in which several addresses are tried. */
export type AddressOrder = 'shuffled' | 'given';

/**
 * Shuffled once, so that the clients of a gateway that ends spread over all the others.
 *
 * @throws TypeError where there is none, or one is no address of a gateway
 */
export function createAddresses(
  url: string | URL | readonly (string | URL)[],
  { order = 'shuffled', random }: { readonly order?: AddressOrder | undefined; readonly random: () => number },
): Addresses {
  const given = (Array.isArray(url) ? url : [url]).map(baseOf);
  if (given.length === 0) throw new TypeError('url must not be an empty list');
  const lots = given.map((base) => ({ base, lot: order === 'given' || given.length === 1 ? 0 : random() }));
  const bases = lots.sort((a, b) => a.lot - b.lot).map(({ base }) => base);
  let at = 0;
  return {
    count: bases.length,
    get current() {
      // There is one at least, and `at` stays below their count.
      return bases[at] as string;
    },
    inTurn: () => [...bases.slice(at), ...bases.slice(0, at)],
    leave(base) {
      if (base === bases[at]) at = (at + 1) % bases.length;
    },
    prefer(base) {
      at = Math.max(0, bases.indexOf(base));
    },
  };
}
