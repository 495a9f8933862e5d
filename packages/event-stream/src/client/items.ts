import type { StreamLoss } from './types.js';

/** A frame from a gateway. */
export interface Frame {
  readonly op?: string;
  readonly seq: number;
  readonly echo?: string;
  readonly rtt_ms?: number;
  readonly reason?: string;
  readonly epoch?: string;
  readonly oldest_seq: number;
  readonly to: number;
  readonly conflated?: number;
  readonly missed_momentary?: number;
  readonly momentary?: true;
  readonly error?: { readonly message?: string };
}

/** A loss in its position among the events; without a reason it only requests the first snapshot. */
export interface Lost {
  readonly loss: Partial<StreamLoss>;
  /** Later events begin after this number of this numbering. */
  readonly from?: number;
  readonly epoch?: string;
}

/** An item in the reader's queue. */
export type Item = Frame | Lost;

/** @throws TypeError where it is no number of an event */
export function seqOf(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new TypeError('not a number of an event');
  return value as number;
}
