import { type Frame, LONGEST_MS, SHORTEST_MS } from './period.js';

/** Earliest shown time: no gateway recorded before it. */
const EARLIEST_MS = Date.UTC(2000);

/** The frame with a length and an end that can be shown: neither after now, nor too short, nor too long. */
export function bounded({ from, to }: Frame, nowMs: number): Frame {
  const lengthMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, Math.round(to - from)));
  const middle = (from + to) / 2;
  const end = Math.min(nowMs, Math.max(EARLIEST_MS, Math.round(middle + lengthMs / 2)));
  return { from: end - lengthMs, to: end };
}

/** The frame, shorter by `factor` (longer where it is below 1); the time at `share` of its width keeps its place. */
export function zoomed({ from, to }: Frame, factor: number, share = 0.5): Frame {
  const at = from + (to - from) * share;
  return { from: at - (at - from) / factor, to: at + (to - at) / factor };
}

/** The frame, later by a share of its length. */
export function shifted({ from, to }: Frame, share: number): Frame {
  const byMs = (to - from) * share;
  return { from: from + byMs, to: to + byMs };
}

/** The part of the frame between two shares of its width, in any order. */
export function partOf({ from, to }: Frame, one: number, other: number): Frame {
  const [first, last] = [Math.min(one, other), Math.max(one, other)].map((share) => Math.min(1, Math.max(0, share)));
  return { from: from + (to - from) * first!, to: from + (to - from) * last! };
}

/** The frame in which the times under two fingers stay under them while these move, as shares of its width. */
export function pinched(frame: Frame, before: readonly [number, number], after: readonly [number, number]): Frame {
  const lengthMs = frame.to - frame.from;
  const spread = Math.abs(after[1] - after[0]);
  const factor = Math.min(1000, Math.max(0.001, spread / Math.max(0.001, Math.abs(before[1] - before[0]))));
  const middle = frame.from + (lengthMs * (before[0] + before[1])) / 2;
  const from = middle - ((lengthMs / factor) * (after[0] + after[1])) / 2;
  return { from, to: from + lengthMs / factor };
}
