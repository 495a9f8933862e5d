import type { Source } from '../inspection/identify-source.js';
import type { Throttle, ThrottleSubject } from '../model/ports.js';
import type { Place } from '../passwords/semaphore.js';
import type { GoodSources } from './good-sources.js';
import { ThrottledError } from './throttled.js';

/**
 * One password at one authority. Each comparison is counted in the same turn of the event loop in which it failed:
 * guesses sent at once are then counted one by one.
 */
export interface Attempt {
  /** Its position in the queue. */
  readonly place: Place;
  /** Throws when account or source must wait. Asked right before each look. */
  admit(): void;
  /** Counts, once. */
  wrong(): void;
  /** The password turned out to be right at another authority. */
  takeBack(): void;
  right(): void;
}

/** The same for a CCU, with refusals of varying detail. */
export interface CcuAttempt extends Attempt {
  /** It may have been a wrong password or a full table of sessions: never counts against the account. */
  undecided(): void;
  /** There was no usable answer. */
  unanswered(): void;
}

export interface Attempts {
  /** Without an account the name can belong to no user. */
  local(account: string | null, source: Source): Attempt;
  ccu(account: string, source: Source): CcuAttempt;
}

export function createAttempts(throttle: Throttle, good: GoodSources): Attempts {
  const start = (kind: 'password' | 'ccu', account: string | null, { source, sourceExempt }: Source) => {
    const known = account !== null && good.has(account, source);
    const subject: ThrottleSubject = {
      kind,
      source,
      sourceExempt,
      known,
      ...(account === null ? {} : { account }),
    };
    const counted: ThrottleSubject[] = [];
    const count = (...subjects: readonly ThrottleSubject[]) => {
      if (counted.length > 0) return;
      counted.push(...subjects);
      for (const one of subjects) throttle.failed(one);
    };
    const admitUnder = (...subjects: readonly ThrottleSubject[]) => {
      const waitMs = Math.max(...subjects.map((one) => throttle.waitMs(one)));
      if (waitMs > 0) throw new ThrottledError(waitMs);
    };
    const attempt = {
      place: { source, reserved: known },
      wrong: () => count(subject),
      takeBack: () => {
        for (const one of counted.splice(0)) throttle.retracted(one);
      },
      right: () => {
        throttle.succeeded(subject);
        if (account !== null) good.add(account, source);
      },
    };
    return { subject, attempt, count, admitUnder };
  };

  return {
    local: (account, source) => {
      const { subject, attempt, admitUnder } = start('password', account, source);
      return { ...attempt, admit: () => admitUnder(subject) };
    },
    ccu: (account, source) => {
      const { subject, attempt, count, admitUnder } = start('ccu', account, source);
      const { kind, known } = subject;
      const budget = { kind: 'ccu_budget', source: 'ccu', known } as const;
      // An answer that may be a wrong password counts for this machine and for proxies too, else they guess on.
      const anySource = { ...subject, sourceExempt: false };
      return {
        ...attempt,
        admit: () => admitUnder(anySource, budget),
        undecided: () => count({ kind, source: source.source }, budget),
        unanswered: () => count({ kind, source: source.source, sourceExempt: source.sourceExempt }),
      };
    },
  };
}
