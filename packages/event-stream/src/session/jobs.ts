import type { Core } from '../delivery/core.js';
import type { PatternSet } from '../delivery/groups.js';
import type { Entry } from '../delivery/ring.js';
import type { TopicRecord } from '../topic/table.js';

/** A control frame that waits for its turn. */
export interface TextJob {
  readonly kind: 'text';
  readonly text: string;
  /** True when a transport may move its own cursor along with this frame. */
  readonly marks: boolean;
}

/** A stretch of the ring that is owed to one connection. */
export interface RangeJob {
  readonly kind: 'range';
  readonly set: PatternSet;
  /** Next position to read, and the number of the event before it. */
  position: number;
  afterSeq: number;
  readonly end: number;
  readonly endSeq: number;
  readonly replay?: Replay;
  /** The ring has dropped something of it. */
  damaged?: boolean;
}

export interface Replay {
  /** Events that have been delivered through another pattern already. */
  readonly skips: (entry: Entry) => boolean;
  /** Number for `replay_done`: the cursor, then the last event replayed. */
  lastSeq: number;
}

/** Newest frame of each key that changed within the stretches, plus the momentary events that are still there. */
export interface DeltaJob {
  readonly kind: 'delta';
  readonly stretches: readonly Stretch[];
  afterSeq: number;
  readonly endSeq: number;
}

export interface Stretch {
  readonly afterSeq: number;
  readonly endSeq: number;
  readonly set: PatternSet;
}

export type Job = TextJob | RangeJob | DeltaJob;

export interface Page {
  readonly entries: readonly Entry[];
  /** First position behind the read ones. */
  readonly position: number;
  readonly seq: number;
}

const pageBytes = 64 * 1024;

/** The matching entries from a position on, as many as go into one write. */
export function collectPage(
  core: Core,
  range: { readonly position: number; readonly afterSeq: number; readonly end: number },
  wants: (entry: Entry) => boolean,
): Page {
  const entries: Entry[] = [];
  let bytes = 0;
  let position = Math.max(range.position, core.ring.first);
  let seq = range.afterSeq;
  for (; position < range.end && bytes < pageBytes; position += 1) {
    const entry = core.ring.at(position) as Entry;
    if (wants(entry)) {
      if (bytes > 0 && bytes + entry.length > pageBytes) break;
      entries.push(entry);
      bytes += entry.length;
    }
    seq = entry.seq;
  }
  return { entries, position, seq };
}

export function inStretches(stretches: readonly Stretch[], seq: number, topic: TopicRecord): boolean {
  return stretches.some((part) => seq > part.afterSeq && seq <= part.endSeq && part.set.matches(topic));
}

/** A key that changed in a stretch may have changed again after it; its newest frame stands for both. */
export function isChangedIn(stretches: readonly Stretch[], seq: number, topic: TopicRecord): boolean {
  return stretches.some((part) => seq > part.afterSeq && part.set.matches(topic));
}
