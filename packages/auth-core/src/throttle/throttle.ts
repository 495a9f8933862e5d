import type { Clock, Throttle, ThrottleSubject } from '../model/ports.js';

interface Rule {
  /** Failures that cost nothing within the window. */
  readonly free: number;
  readonly windowMs: number;
  readonly lockMs: number;
  readonly doubles: boolean;
}

const minute = 60_000;
const longestLockMs = 15 * minute;

const rules = {
  pair: { free: 5, windowMs: 15 * minute, lockMs: 30_000, doubles: true },
  account: { free: 20, windowMs: 15 * minute, lockMs: minute, doubles: true },
  source: { free: 30, windowMs: 15 * minute, lockMs: minute, doubles: true },
  // All undecided answers of the CCU together, so that a guesser with many addresses has no more guesses.
  ccu_budget: { free: 60, windowMs: 15 * minute, lockMs: minute, doubles: true },
  bearer: { free: 60, windowMs: 15 * minute, lockMs: minute, doubles: false },
  setup: { free: 10, windowMs: 10 * minute, lockMs: 10 * minute, doubles: false },
  oidc_start: { free: 30, windowMs: 10 * minute, lockMs: 10 * minute, doubles: false },
  oidc_start_page: { free: 30, windowMs: 10 * minute, lockMs: 10 * minute, doubles: false },
} as const satisfies Readonly<Record<string, Rule>>;

interface Lock {
  /** Time of the last failure. */
  last: number;
  lockMs: number;
  lockedUntil: number;
}

interface Bucket extends Lock {
  failures: number;
  /** The lock before the last failure, so that undoing that failure leaves no longer lock. */
  before: Lock | undefined;
}

export interface ThrottleOptions {
  readonly clock: Clock;
  /** Most buckets kept. Default 10 000; unlocked ones go first, oldest first. */
  readonly capacity?: number;
}

/**
 * Counts failed attempts in bounded memory. Locks grow, end by themselves, and never last longer than 15 minutes.
 *
 * @example
 * const throttle = createThrottle({ clock: systemClock });
 * throttle.failed({ kind: 'password', account: 'karl', source: '192.0.2.7' });
 * throttle.waitMs({ kind: 'password', account: 'karl', source: '192.0.2.7' }); // 0: some failures are free
 */
export function createThrottle({ clock, capacity = 10_000 }: ThrottleOptions): Throttle {
  const buckets = new Map<string, Bucket>();

  const remaining = (key: string): number => {
    const bucket = buckets.get(key);
    if (!bucket) return 0;
    const left = bucket.lockedUntil - clock.now();
    // A clock that was set back must not stretch a lock beyond its own length.
    if (left > bucket.lockMs) bucket.lockedUntil -= left - bucket.lockMs;
    return Math.min(Math.max(0, left), bucket.lockMs);
  };

  const evict = (now: number) => {
    if (buckets.size < capacity) return;
    for (const [key, bucket] of buckets) {
      if (bucket.lockedUntil <= now) {
        buckets.delete(key);
        return;
      }
    }
    const oldest = buckets.keys().next();
    if (!oldest.done) buckets.delete(oldest.value);
  };

  const count = (key: string, rule: Rule) => {
    const now = clock.now();
    const known = buckets.get(key);
    // A growing lock must not be forgotten by waiting it out, so there the window runs from its end.
    const since = known && (rule.doubles ? known.lockedUntil : known.last);
    const inWindow = since !== undefined && now - since < rule.windowMs;
    const failures = (inWindow && known ? known.failures : 0) + 1;
    const before = inWindow && known ? lockOf(known) : undefined;
    const over = failures - rule.free;
    const grown = rule.doubles ? Math.min(rule.lockMs * 2 ** Math.min(over, 10), longestLockMs) : rule.lockMs;
    const lockMs = over < 0 ? 0 : grown;
    buckets.delete(key);
    evict(now);
    buckets.set(key, { failures, before, last: now, lockMs, lockedUntil: now + lockMs });
  };

  const retract = (key: string, rule: Rule) => {
    const bucket = buckets.get(key);
    if (!bucket) return;
    bucket.failures -= 1;
    if (bucket.failures <= 0) buckets.delete(key);
    else if (bucket.before) Object.assign(bucket, bucket.before, { before: undefined });
    else if (bucket.failures < rule.free) Object.assign(bucket, { lockMs: 0, lockedUntil: bucket.last });
  };

  return {
    waitMs: (subject) => Math.max(0, ...keysOf(subject).map(([key]) => remaining(key))),
    failed: (subject) => {
      for (const [key, rule] of keysOf(subject)) count(key, rule);
    },
    retracted: (subject) => {
      for (const [key, rule] of keysOf(subject)) retract(key, rule);
    },
    succeeded: ({ kind, account, source }) => {
      if ((kind === 'password' || kind === 'ccu') && account !== undefined)
        buckets.delete(pairKey(kind, account, source));
    },
  };
}

/** The buckets that a subject counts in, with their rules. */
function keysOf(subject: ThrottleSubject): readonly (readonly [string, Rule])[] {
  const { kind, account, source, sourceExempt = false, known = false } = subject;
  if (kind === 'ccu_budget' && known) return [];
  if (kind !== 'password' && kind !== 'ccu') {
    return kind === 'bearer' && sourceExempt ? [] : [[`${kind} ${source}`, rules[kind]]];
  }
  const list: (readonly [string, Rule])[] = [];
  if (account !== undefined) list.push([pairKey(kind, account, source), rules.pair]);
  if (account !== undefined && !known) list.push([`${kind} account ${account}`, rules.account]);
  if (!sourceExempt) list.push([`${kind} source ${source}`, rules.source]);
  return list;
}

function lockOf({ last, lockMs, lockedUntil }: Lock): Lock {
  return { last, lockMs, lockedUntil };
}

function pairKey(kind: 'password' | 'ccu', account: string, source: string): string {
  return `${kind} pair ${source} ${account}`;
}
