import type { CodeLock } from '../model/state.js';

/** Tries that fail within the window, for all ways together. */
const MOST_TRIES = 10;
const WINDOW_MS = 60_000;
/** Pause after ten failures in a row, twice as long after each further ten. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * Time in milliseconds until the next try is allowed; 0 for now. Keys and accounts are not throttled, so that a person
 * at a locked keypad still has a way.
 * @example
 * if (lockedFor(state.lock, state.clock) > 0) refuse();
 */
export function lockedFor({ triesClock, lockedUntilClock }: CodeLock, clock: number): number {
  const recent = triesClock.filter((each) => each > clock - WINDOW_MS);
  const first = recent.length >= MOST_TRIES ? (recent[0] ?? clock) + WINDOW_MS : clock;
  return Math.max(0, lockedUntilClock - clock, first - clock);
}

/** The lock after a try began. It counts as a failure until its code is accepted. */
export function afterTry(lock: CodeLock, clock: number): CodeLock {
  const triesClock = [...lock.triesClock, clock].slice(-MOST_TRIES);
  const streak = lock.streak + 1;
  if (streak % MOST_TRIES !== 0) return { ...lock, triesClock, streak };
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (streak / MOST_TRIES - 1));
  return { triesClock, streak, lockedUntilClock: clock + pause };
}

/** The lock after a code was accepted. Earlier failures still count for a minute. */
export function afterAccepted({ triesClock }: CodeLock): CodeLock {
  return { triesClock: triesClock.slice(0, -1), streak: 0, lockedUntilClock: 0 };
}
