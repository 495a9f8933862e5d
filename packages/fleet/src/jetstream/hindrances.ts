/** Failures although the servers answer: no room, a permission that was withdrawn, a limit. */
export interface Hindrances {
  /** `by` tried in vain, for this reason; undefined once it has succeeded. */
  note(by: object, reason: string | undefined): void;
  /** The reason of one that lasts. */
  lasting(): string | undefined;
  /** The servers themselves are away, which explains all failures. */
  forget(): void;
}

/** In milliseconds: longer than failures that pass by themselves when servers have found each other again. */
const LASTING_MS = 5_000;
/**
 * In milliseconds: a part that has not tried for so long has ended. Longer than an answer and the pause after it may
 * take.
 */
const FORGOTTEN_MS = 15_000;

export function createHindrances(now: () => number = () => performance.now()): Hindrances {
  const all = new Map<object, { readonly since: number; readonly at: number; readonly reason: string }>();
  return {
    note(by, reason) {
      if (reason === undefined) all.delete(by);
      else all.set(by, { since: all.get(by)?.since ?? now(), at: now(), reason });
    },
    lasting() {
      for (const [by, { at }] of all) if (now() - at > FORGOTTEN_MS) all.delete(by);
      return [...all.values()].find(({ since }) => now() - since >= LASTING_MS)?.reason;
    },
    forget: () => all.clear(),
  };
}
