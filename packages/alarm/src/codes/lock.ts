import type { CodeLock } from '../model/state.js';

const WINDOW_MS = 60_000;
/** Tries that fail within the window, for all accounts together. */
const MOST_TRIES = 10;
/** The same for one account. */
const MOST_OF_ACCOUNT = 5;
/** Tries of the window that only an account without a failure since its last accepted code may use. */
const RESERVE = 2;
/** Failures of one account in a row before a pause, which is twice as long after each further ten. */
const STREAK = 10;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** Accounts with failures that are remembered; the one with the oldest failure is forgotten first. */
const MOST_ACCOUNTS = 200;

/**
 * Time in milliseconds until the next try of an account is allowed; 0 for now. An account that fails leaves some tries
 * for the others, so that it does not keep them from disarming. Keys and administrators are not throttled.
 * @example
 * if (lockedFor(state.lock, 'local:anna', state.clock) > 0) refuse();
 */
export function lockedFor({ tries, accounts }: CodeLock, account: string, clock: number): number {
  const recent = tries.filter((each) => each.clock > clock - WINDOW_MS);
  const { streak = 0, lockedUntilClock = clock } = accounts[account] ?? {};
  const own = recent.filter((each) => each.account === account);
  return Math.max(
    0,
    lockedUntilClock - clock,
    waitOf(own, MOST_OF_ACCOUNT, clock),
    waitOf(recent, streak === 0 ? MOST_TRIES : MOST_TRIES - RESERVE, clock),
  );
}

/** Time until fewer than `most` of the tries are in the window. */
function waitOf(tries: CodeLock['tries'], most: number, clock: number): number {
  const last = tries[tries.length - most];
  return last === undefined ? 0 : last.clock + WINDOW_MS - clock;
}

/** The lock after a try began. It counts as a failure until its code is accepted. */
export function afterTry(lock: CodeLock, account: string, clock: number): CodeLock {
  const { [account]: known, ...others } = lock.accounts;
  const streak = (known?.streak ?? 0) + 1;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (streak / STREAK - 1));
  const lockedUntilClock = streak % STREAK === 0 ? clock + pause : (known?.lockedUntilClock ?? clock);
  const kept = Object.entries(others).slice(1 - MOST_ACCOUNTS);
  return {
    tries: [...lock.tries, { account, clock }].slice(-MOST_TRIES),
    accounts: Object.fromEntries([...kept, [account, { streak, lockedUntilClock }]]),
  };
}

/** The lock after a code of an account was accepted. Its earlier failures still count for a minute. */
export function afterAccepted({ tries, accounts }: CodeLock, account: string): CodeLock {
  const last = tries.findLastIndex((each) => each.account === account);
  const { [account]: _, ...others } = accounts;
  return { tries: tries.filter((_try, index) => index !== last), accounts: others };
}
