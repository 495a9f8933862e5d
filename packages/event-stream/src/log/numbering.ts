import type { LogGap, LogState } from '../model/event-log.js';

/** Start of a life of the stream in numbers. Numbers never repeat and never go back, and stay below 2^53. */
export interface Numbering {
  /** First number to hand out. */
  readonly firstSeq: number;
  /** Number that counts as newest before that. */
  readonly newestSeq: number;
  /** True when the past is known completely, so that old cursors stay valid. */
  readonly continues: boolean;
  readonly gap?: LogGap;
}

/** Distance of a log's reservation ahead of the handed out numbers; larger than any backlog of it can get. */
export const reservedAhead = 2 ** 24;

/** A clock that claims a later time is wrong and must not use the numbers up. */
const latestPlausibleClock = 2 ** 52;

/**
 * First number of a log without a known past: the time in microseconds since 1970, so that it is above that past;
 * 1 when the clock is wrong. `clockMs` is in milliseconds since 1970.
 *
 * @example
 * const firstSeq = firstNumberAt(Date.parse(created));
 */
export function firstNumberAt(clockMs: number): number {
  const microseconds = Math.floor(clockMs * 1000);
  return microseconds > 0 && microseconds < latestPlausibleClock ? microseconds : 1;
}

/** Numbers begin at the present time, and above all numbers of the log, so that a clock set back does no harm. */
export function numberFrom(clockMs: number, state?: LogState): Numbering {
  const clock = firstNumberAt(clockMs);
  const lastSeq = state?.lastSeq ?? 0;
  const begun = state?.epoch !== undefined;
  const continues = state ? begun && state.clean : false;
  const known = state && !state.clean ? Math.max(lastSeq, state.reservedSeq) : lastSeq;
  const firstSeq = Math.max(known + 1, clock);
  return {
    firstSeq,
    newestSeq: continues ? lastSeq : firstSeq - 1,
    continues,
    gap: begun && !continues ? { after: lastSeq, before: firstSeq } : undefined,
  };
}
