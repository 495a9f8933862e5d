import type { Exposable } from '../mapping/plan.js';
import type { MatterStore } from '../ports/ports.js';

const FACT = 'shown';

type Place = readonly [central: string, key: string];

/**
 * Things exposed before the last stop. A home removes a missing thing, with its name, its room and its automations: the
 * bridge must not be visible before its things are complete.
 */
export interface Recollection {
  /** CCUs with exposed things that have not reported all of them yet. */
  awaited(house: readonly Exposable[]): readonly string[];
  keep(shown: readonly Pick<Exposable, 'central' | 'key'>[]): void;
}

export function recollectionOf(
  store: Pick<MatterStore, 'fact' | 'keepFact'>,
  isRead: (central: string) => boolean,
): Recollection {
  const before = placesIn(store.fact(FACT));
  let kept = store.fact(FACT);
  return {
    awaited(house) {
      const there = new Set(house.map(({ key }) => key));
      const missing = new Set(before.filter(([, key]) => !there.has(key)).map(([central]) => central));
      return [...missing].filter((central) => !isRead(central));
    },
    keep(shown) {
      const next = JSON.stringify(shown.map(({ central, key }): Place => [central, key]));
      if (next === kept) return;
      kept = next;
      store.keepFact(FACT, next);
    },
  };
}

/** Text written by `keep`; the file is checked when it is opened. */
const placesIn = (kept: string | undefined): readonly Place[] =>
  kept === undefined ? [] : (JSON.parse(kept) as readonly Place[]);
