import type { Clock } from '../model/ports.js';

const EVERY_MS = 60_000;
const MANY = 1_024;

/** Decides which uses of a credential are written down. */
export interface UseNotes {
  /** At most once a minute for each: flash memory wears. A clock that was set back must not stop the notes for hours. */
  isDue(credential: string): boolean;
}

export function createUseNotes(clock: Pick<Clock, 'now'>): UseNotes {
  const notedAt = new Map<string, number>();
  const isFresh = (at: number, now: number) => now >= at && now - at < EVERY_MS;

  return {
    isDue(credential) {
      const now = clock.now();
      const last = notedAt.get(credential);
      if (last !== undefined && isFresh(last, now)) return false;
      if (notedAt.size >= MANY) for (const [each, at] of notedAt) if (!isFresh(at, now)) notedAt.delete(each);
      notedAt.set(credential, now);
      return true;
    },
  };
}
