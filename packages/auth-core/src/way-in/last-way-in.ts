import type { TokenRecord } from '../model/ports.js';
import type { Actor } from '../model/principal.js';
import { type Result, refuse } from '../model/problem.js';
import { problem } from '../model/problems.js';

/** Credentials that a change takes away. */
export interface Leaving {
  /** A stored account. */
  readonly account?: string;
  readonly token: (token: TokenRecord) => boolean;
}

/**
 * Makes a change after which some credentials are gone, one such change at a time; refuses it where they are the last way to
 * sign in, because setup would be open to the next caller in the network. The command line may go on: it works on the files
 * of the machine, and does not know what the configuration of a gateway lets in.
 */
export type KeepLastWayIn = <T>(by: Actor, leaving: Leaving, change: () => Promise<Result<T>>) => Promise<Result<T>>;

/** `areLast` answers whether these are all that keeps setup shut. */
export function createLastWayIn(areLast: (leaving: Leaving) => Promise<boolean>): KeepLastWayIn {
  let before: Promise<unknown> = Promise.resolve();

  return (by, leaving, change) => {
    const run = async () =>
      by.scheme !== 'cli' && (await areLast(leaving)) ? refuse(problem('last_way_in')) : change();
    const result = before.then(run);
    before = result.catch(() => undefined);
    return result;
  };
}
