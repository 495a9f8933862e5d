import type { ExclusiveStores, TokenRecord } from '../model/ports.js';
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
 * Refuses the removal of credentials that are the last authentication source, because setup would be open to the next
 * caller in the network. Null when the change may go on. Called inside the exclusive work of the change, so that of two
 * such changes, at one gateway or at two, the second is refused. The command line may go on: it works on the files of
 * the machine, and does not know the authentication sources in a gateway's configuration.
 */
export type KeepLastWayIn = (
  by: Actor,
  leaving: Leaving,
  stores: ExclusiveStores,
) => Promise<Extract<Result<never>, { readonly ok: false }> | null>;

/** `areLast` answers whether these are all that keeps setup shut. */
export function createLastWayIn(
  areLast: (leaving: Leaving, stores: ExclusiveStores) => Promise<boolean>,
): KeepLastWayIn {
  return async (by, leaving, stores) =>
    by.scheme !== 'cli' && (await areLast(leaving, stores)) ? refuse(problem('last_way_in')) : null;
}
