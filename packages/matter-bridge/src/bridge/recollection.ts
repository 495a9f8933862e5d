import type { Exposable } from '../mapping/plan.js';
import type { MatterStore } from '../ports/ports.js';

const FACT = 'shown';

type Place = readonly [central: string, key: string];

/**
 * What was shown before the last end. A home takes a thing that is missing for one that is gone, with its name, its room and all that was
 * set up with it: the bridge must not be seen before it has its things together.
 */
export interface Recollection {
  /** Of the CCUs whose things were shown: those that have not told yet whether they still have all of them. */
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

/** What it was written as by `keep`; the file is checked when it is opened. */
const placesIn = (kept: string | undefined): readonly Place[] =>
  kept === undefined ? [] : (JSON.parse(kept) as readonly Place[]);
