import type { StreamLoss } from './types.js';

/** What a gateway sends. */
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

/** A loss in its place among the events; without a reason it only asks for the first snapshot. */
export interface Lost {
  readonly loss: Partial<StreamLoss>;
  /** What follows begins after this number of this numbering. */
  readonly from?: number;
  readonly epoch?: string;
}

/** What waits for the reader. */
export type Item = Frame | Lost;

/** @throws TypeError where it is no number of an event */
export function seqOf(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new TypeError('not a number of an event');
  return value as number;
}
