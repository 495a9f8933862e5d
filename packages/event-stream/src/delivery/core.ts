import type { Loss, LossReason, StreamEvent } from '../model/event.js';
import type { TopicRecord } from '../topic/table.js';
import type { Frame } from './frame.js';
import type { Groups } from './groups.js';
import type { Latest, LatestNode } from './latest.js';
import type { Entry, Ring } from './ring.js';

/** A consumer in the process that a flush wakes. Called in the order of the events. */
export interface Member {
  /** `start` is the position of the first matching entry that was not offered before. */
  offer(start: number): void;
}

/** A member that has fallen behind, notified of entries that the ring drops before their delivery. */
export interface Laggard {
  dropped(entry: Entry): void;
}

/** A connection with a sink that refused in the middle of a burst: it has until the end of the turn. */
export interface Strained {
  endOfTurn(): void;
}

/** Mutable sums behind `metrics()`. */
export interface Counters {
  published: number;
  delivered: number;
  deliveredBytes: number;
  writes: number;
  flushes: number;
  replaysDone: number;
  replaysLost: number;
  overflows: number;
  lagged: number;
  conflated: number;
  dropped: number;
  stalled: number;
  rateLimited: number;
}

export interface DeliveryLimits {
  readonly lagFrames: number;
  readonly lagBytes: number;
}

/** The part of the stream that a session needs. */
export interface Core {
  readonly ring: Ring;
  readonly groups: Groups;
  readonly latest: Latest;
  readonly limits: DeliveryLimits;
  readonly counters: Counters;
  readonly laggards: Set<Laggard>;
  readonly strained: Set<Strained>;
  readonly epoch: string;
  /** Newest number. */
  readonly seq: number;
  readonly oldestSeq: number;
  /** Everything below this position has been offered to the members that keep up. */
  readonly flushedTo: number;
  readonly flushedSeq: number;
  /** The ring has everything above this number. */
  readonly evictedSeq: number;
  flush(): void;
  /** Start of a replay above `since`, or the reason against one. */
  replayFrom(since: number): number | LossReason;
  /** Momentary events above `since` that the ring has dropped; undefined when that is not known any more. */
  lostMomentary(since: number, matches: (topic: TopicRecord) => boolean): number | undefined;
  loss(reason: LossReason): Loss;
  /** Readers in the process, to be notified when events are missing in the middle. */
  readonly breaks: Set<() => void>;
  /** Reason why nothing new can come at the moment. */
  readonly outage: string | undefined;
  /** Of a number that is not here yet and may be elsewhere: resolves when it is here, or will not come. */
  catchUp(since: number): Promise<void> | undefined;
  /** An event of the ring for readers in the process, which share the object. */
  read(entry: Entry): StreamEvent;
  /** The newest event of a key as a repeat, in a frame that is not kept; to be read before the next one is asked for. */
  repeat(node: LatestNode): Frame;
  monotonic(): number;
  timestamp(): string;
  random(): number;
}
