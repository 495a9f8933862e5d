import type { Counters } from '../delivery/core.js';
import type { EventStreamOptions } from '../model/stream.js';

export const defaults = {
  replayCapacity: 1_024,
  ringFrames: 16_384,
  ringBytes: 16 * 1024 * 1024,
  lagFrames: 8_192,
  lagBytes: 4 * 1024 * 1024,
  latestKeys: 250_000,
} as const;

export type Depths = { readonly [Name in keyof typeof defaults]: number };

/** Depths as given, each checked: a whole number, and a ring that holds at least the replayable events. */
export function depthsOf(options: EventStreamOptions): Depths {
  const depth = (name: keyof typeof defaults, least: number): number => {
    const value = options[name] ?? defaults[name];
    if (!Number.isInteger(value) || value < least) throw new RangeError(`${name} must be a whole number from ${least}`);
    return value;
  };
  const replayCapacity = depth('replayCapacity', 0);
  return {
    replayCapacity,
    ringFrames: Math.max(depth('ringFrames', 2), replayCapacity),
    ringBytes: depth('ringBytes', 1),
    lagFrames: depth('lagFrames', 1),
    lagBytes: depth('lagBytes', 1),
    latestKeys: depth('latestKeys', 0),
  };
}

export function createCounters(): Counters {
  return {
    published: 0,
    delivered: 0,
    deliveredBytes: 0,
    writes: 0,
    flushes: 0,
    replaysDone: 0,
    replaysLost: 0,
    overflows: 0,
    lagged: 0,
    conflated: 0,
    dropped: 0,
    stalled: 0,
    rateLimited: 0,
  };
}

/** Progress of a stream. Changes with every event and every flush. */
export interface Progress {
  /** Newest number. */
  newestSeq: number;
  /** The ring has everything above this number. */
  evictedSeq: number;
  /** Everything below this position has been offered to the members that keep up. */
  flushedTo: number;
  flushedSeq: number;
}
