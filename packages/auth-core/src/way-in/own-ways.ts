import type { AuthStores, ExclusiveStores, OwnWayStore } from '../model/ports.js';
import { createSingleFlight } from '../revocations/single-flight.js';

/** Notes of this gateway for the others about its own authentication sources. */
export interface OwnWays {
  /** Notes one where there is one that is not noted yet. */
  keep(): Promise<void>;
  /** The note may be gone: access was reset, or the settings changed. */
  mayBeGone(): void;
  /** The same, with exclusive work: the ground of its decision is noted in the same transaction. */
  exclusively: AuthStores['exclusively'];
}

/** `outside` returns the authentication source outside the stores. */
export function createOwnWays(
  outside: () => string | null,
  stores: Pick<AuthStores, 'exclusively'> & { readonly ownWays: OwnWayStore },
): OwnWays {
  let isNoted = false;

  const keep = createSingleFlight(async () => {
    const way = outside();
    if (way === null || isNoted) return;
    // Set before awaiting: a change notification meanwhile may be about a later time.
    isNoted = true;
    try {
      await stores.ownWays.note(way);
    } catch (error) {
      isNoted = false;
      throw error;
    }
  });

  return {
    keep,
    mayBeGone: () => {
      isNoted = false;
    },
    exclusively: (work) =>
      stores.exclusively(async (inside: ExclusiveStores) => {
        const way = outside();
        if (way !== null) await inside.ownWays?.note(way);
        return work(inside);
      }),
  };
}
