import type { NewAct } from '@ccu-gateway/contract/types';
import type { Caller } from '../use-case/caller.js';

/** A value of a data point that an act can set and take back. */
export type ActValue = boolean | number | string;

/** True for a value that an act can restore. */
export const isValue = (value: unknown): value is ActValue =>
  typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string';

/** One data point that an act sets. */
export interface ActWrite {
  readonly central: string;
  readonly deviceAddress: string;
  readonly channel: number;
  readonly parameter: string;
  readonly value: ActValue;
  /** The value before the act; undefined while it is unknown. */
  readonly before?: ActValue;
  /**
   * `waiting` to be sent; `set` by the act, and still its value; `refused` by the CCU; `taken_over` by another write or
   * value; `restored` to the value before; `kept` because that was not possible.
   */
  readonly state: 'waiting' | 'set' | 'refused' | 'taken_over' | 'restored' | 'kept';
  /** Milliseconds since the Unix epoch. */
  readonly sentAt?: number;
  /** True once the CCU has reported the value. */
  readonly isConfirmed?: true;
  /** Stable word for the cause of `refused` and `kept`. */
  readonly reason?: string;
}

/** Several writes that are made and taken back together. Times are milliseconds since the Unix epoch. */
export interface Act {
  readonly id: string;
  readonly name: string;
  /** Subject of the caller. */
  readonly by: string;
  readonly startedAt: number;
  /** Time at which the values before are restored. Undefined: the values stay, unless the act is ended before `undoUntil`. */
  readonly endsAt?: number;
  /** Only without `endsAt`. */
  readonly undoUntil?: number;
  readonly state: 'sending' | 'active' | 'ending' | 'ended';
  readonly endedAt?: number;
  readonly writes: readonly ActWrite[];
}

/** Steps of a level are 0.005, and devices round to them. */
const TOLERANCE = 0.0051;

/** True for values that a device reports for the other one. */
function isSame(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) <= TOLERANCE : a === b;
}

/** Longest time that a blind moves. */
const TRAVEL_MS = 120_000;

/** True for a value on the way from one to the other, as moving blinds and dimmers report. */
function isOnItsWay({ parameter, before, value: to, sentAt = 0 }: ActWrite, value: unknown, now: number): boolean {
  if (!parameter.startsWith('LEVEL') || now - sentAt > TRAVEL_MS) return false;
  if (typeof value !== 'number' || typeof before !== 'number' || typeof to !== 'number') return false;
  return Math.min(before, to) <= value && value <= Math.max(before, to);
}

/**
 * A write after the CCU has reported a value of its data point. Until the value of the act was reported once, the value
 * before changes nothing, and neither do values of a movement; any other value ends the claim of the act.
 */
export function observe(write: ActWrite, value: unknown, now: number): ActWrite {
  if (write.state !== 'set') return write;
  if (isSame(value, write.value)) return write.isConfirmed ? write : { ...write, isConfirmed: true };
  const isExpected = isSame(value, write.before) || isOnItsWay(write, value, now);
  return isExpected && !write.isConfirmed ? write : { ...write, state: 'taken_over' };
}

/** A write after anyone else has written its data point, with whatever value. */
export function takenOver(write: ActWrite): ActWrite {
  return write.state === 'set' || write.state === 'waiting' ? { ...write, state: 'taken_over' } : write;
}

/** Next step to the end of a write: `wait` for the present value, `restore` the value before, or nothing any more. */
export type Ending =
  | { readonly step: 'wait' }
  | { readonly step: 'restore'; readonly value: ActValue }
  | { readonly step: 'done'; readonly write: ActWrite };

/** Present value of a data point. `isLive`: confirmed by the CCU in this connection. */
export interface Present {
  readonly isLive: boolean;
  readonly value?: unknown;
}

/** Decides the end of a write. `present` is undefined for a data point that no longer exists. */
export function endingOf(write: ActWrite, present: Present | undefined, now: number): Ending {
  if (write.state !== 'set') return { step: 'done', write };
  if (present === undefined) return { step: 'done', write: { ...write, state: 'kept', reason: 'not_found' } };
  if (!present.isLive) return { step: 'wait' };
  const seen = observe(write, present.value, now);
  if (seen.state !== 'set') return { step: 'done', write: seen };
  const { before } = seen;
  if (before === undefined) return { step: 'done', write: { ...seen, state: 'kept', reason: 'previous_unknown' } };
  if (isSame(before, seen.value)) return { step: 'done', write: { ...seen, state: 'restored' } };
  return { step: 'restore', value: before };
}

/** Time of the next change of an act by itself; undefined where there is none. */
export function deadlineOf({ state, endsAt, undoUntil }: Act): number | undefined {
  return state === 'active' ? (endsAt ?? undoUntil) : undefined;
}

/** Writes that the gateway makes together, and takes back at their end. */
export interface Acts {
  /** Newest first: those in force, and the last ended ones. */
  list(): readonly Act[];
  /**
   * Checks every write, stores the act, and begins to send. Rejects with a `GatewayError` before anything is sent:
   * `validation`, `conflict` (reason `too_many_acts`), `service_unready` without storage.
   */
  start(act: NewAct, caller: Caller): Promise<Act>;
  /**
   * Begins to restore the values before; undefined without such an act. Rejects with `conflict` (reason `act_ended`) where
   * it has ended.
   */
  end(id: string): Promise<Act | undefined>;
}
