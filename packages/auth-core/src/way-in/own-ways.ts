import type { AuthStores, ExclusiveStores, OwnWayStore } from '../model/ports.js';
import { createSingleFlight } from '../revocations/single-flight.js';

/** What this gateway tells the others of its own ways in. */
export interface OwnWays {
  /** Notes one where there is one that is not noted yet. */
  keep(): Promise<void>;
  /** What was noted may be gone: access was reset, or settings are others. */
  mayBeGone(): void;
  /** The same, with work that runs alone: what it decides by is noted where it is written. */
  exclusively: AuthStores['exclusively'];
}

/** `outside` answers what lets callers in outside the stores. */
export function createOwnWays(
  outside: () => string | null,
  stores: Pick<AuthStores, 'exclusively'> & { readonly ownWays: OwnWayStore },
): OwnWays {
  let isNoted = false;

  const keep = createSingleFlight(async () => {
    const way = outside();
    if (way === null || isNoted) return;
    // Before it is waited for: what is heard meanwhile may be about a later time.
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
