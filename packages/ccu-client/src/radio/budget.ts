import type { RadioLoad } from '../model/operations-model.js';
import type { Now } from '../model/ports.js';
import { SENDING_MS_AN_HOUR } from './airtime.js';

const HOUR_MS = 3_600_000;
const SLOT_MS = 60_000;
/** One more than an hour has: sending time may not be forgotten before the radio module forgets it. */
const SLOTS = HOUR_MS / SLOT_MS + 1;

/** From this forecast on normal writes are spread over the hour, and background work pauses. */
const SPREAD_PERCENT = 80;
/** Normal writes leave the rest of the hour to critical ones. */
const CEILING_PERCENT = 88;
/** From here on every write but a critical one is refused at once: none of them would be sent soon. */
const REFUSE_PERCENT = 95;
/** Spread writes use the room below the forecast limit within minutes: people still wait for them. */
const SOON_MS = 120_000;
/** Sending time that spread writes may use at once, so that a single write of a person does not wait, not even to a sleeper. */
const CREDIT_PERCENT = 2;
/** Milliseconds until the next check of a write that waits for an unknown time. */
const LOOK_AGAIN_MS = 1_000;

const share = (percent: number): number => (percent / 100) * SENDING_MS_AN_HOUR;
const percentOf = (ms: number): number => (ms / SENDING_MS_AN_HOUR) * 100;

/** Class of a write for its budget. */
export type Spending = 'critical' | 'normal' | 'background';

/** How writes are sent now. See `RadioLoad`. */
export type SpendingMode = RadioLoad['mode'];

/** Sending time of one radio module: what is used, and when the next write may use some. */
export interface RadioBudget {
  /** The duty cycle that the CCU reports, in percent. */
  measured(percent: number): void;
  /** A write begins. */
  spent(spending: Spending, airtimeMs: number, waitingMs: number): void;
  /**
   * Milliseconds until a write may begin; 0: now. `waitingMs` is the sending time of all normal writes that wait, this one
   * included where it is normal.
   */
  waitMs(spending: Spending, airtimeMs: number, waitingMs: number): number;
  /** Percent of the hour that is used now. */
  usedPercent(): number;
  /** Percent of the hour that own writes have used since the last reading, by estimate. */
  unreadPercent(): number;
  /** Percent of the hour that will be used when writes of this sending time were sent too. */
  forecastPercent(waitingMs: number): number;
  mode(waitingMs: number): SpendingMode;
}

/** Sending time of the last hour, minute by minute. */
function createLedger(now: Now) {
  const slots = new Float64Array(SLOTS);
  let newest = Math.floor(now() / SLOT_MS);
  let sum = 0;

  function advance(): void {
    const slot = Math.floor(now() / SLOT_MS);
    if (slot <= newest) return;
    for (let each = Math.max(newest + 1, slot - SLOTS + 1); each <= slot; each += 1) slots[each % SLOTS] = 0;
    newest = slot;
    // Added up again, so that rounding errors do not stay.
    sum = slots.reduce((all, each) => all + each, 0);
  }

  return {
    add(airtimeMs: number): void {
      advance();
      const slot = newest % SLOTS;
      slots[slot] = (slots[slot] ?? 0) + airtimeMs;
      sum += airtimeMs;
    },
    sum(): number {
      advance();
      return sum;
    },
  };
}

/**
 * A budget that estimates the sending time of its own writes at once, and takes that of everything from the reported duty
 * cycle: each reading replaces the estimate.
 * Others are expected to go on as in the last hour, so that only own writes change the forecast.
 *
 * From the forecast of 80 percent on, normal writes spend a credit that grows with the room that is left: that below 80
 * percent within minutes, that below the ceiling within an hour. The pace slows as the room shrinks, and the ceiling is never
 * reached.
 *
 * @example
 * const budget = createRadioBudget(elapsed);
 * budget.measured(82);
 * budget.waitMs('background', 20, 0); // 1000
 */
export function createRadioBudget(now: Now): RadioBudget {
  const own = createLedger(now);
  let reported: { readonly ms: number; readonly ownMs: number } | undefined;
  /** Milliseconds of sending that spread writes may use, as of a moment; below zero after a long one. */
  let credit = { ms: share(CREDIT_PERCENT), at: now() };

  function usedMs(): number {
    const ownMs = own.sum();
    return reported === undefined ? ownMs : Math.max(0, reported.ms + ownMs - reported.ownMs);
  }

  /** Milliseconds of sending that spread writes earn in a millisecond. */
  function rate(): number {
    const used = usedMs();
    const soon = Math.max(0, share(SPREAD_PERCENT) - used) / SOON_MS;
    return soon + Math.max(0, share(CEILING_PERCENT) - used) / HOUR_MS;
  }

  function earn(): number {
    const at = now();
    credit = { ms: Math.min(share(CREDIT_PERCENT), credit.ms + rate() * (at - credit.at)), at };
    return credit.ms;
  }

  const isSpread = (waitingMs: number): boolean => usedMs() + waitingMs >= share(SPREAD_PERCENT);

  return {
    measured(percent) {
      reported = { ms: share(percent), ownMs: own.sum() };
    },
    spent(spending, airtimeMs, waitingMs) {
      if (spending === 'normal' && isSpread(waitingMs)) credit = { ms: earn() - airtimeMs, at: now() };
      own.add(airtimeMs);
    },
    waitMs(spending, airtimeMs, waitingMs) {
      if (spending === 'critical' || airtimeMs === 0) return 0;
      if (spending === 'background') return isSpread(waitingMs + airtimeMs) ? LOOK_AGAIN_MS : 0;
      if (!isSpread(waitingMs)) {
        credit = { ms: share(CREDIT_PERCENT), at: now() };
        return 0;
      }
      if (usedMs() + airtimeMs > share(CEILING_PERCENT)) return LOOK_AGAIN_MS;
      const missing = Math.min(airtimeMs, share(CREDIT_PERCENT)) - earn();
      return missing <= 0 ? 0 : Math.ceil(missing / rate());
    },
    usedPercent: () => percentOf(usedMs()),
    unreadPercent: () => percentOf(own.sum() - (reported?.ownMs ?? 0)),
    forecastPercent: (waitingMs) => percentOf(usedMs() + waitingMs),
    mode(waitingMs) {
      if (percentOf(usedMs()) >= REFUSE_PERCENT) return 'critical_only';
      return isSpread(waitingMs) ? 'spread' : 'free';
    },
  };
}
