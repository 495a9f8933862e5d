import type { Laggard } from '../delivery/core.js';
import { createFrameEncoder, type FrameEncoder } from '../delivery/frame.js';
import type { Group } from '../delivery/groups.js';
import { createLatest, type Latest } from '../delivery/latest.js';
import { createMomentaryLosses } from '../delivery/momentary-losses.js';
import { createRing, type Entry, type Ring, type RingBounds } from '../delivery/ring.js';
import type { Numbering } from '../log/numbering.js';
import type { ByteStore } from '../model/environment.js';
import type { LossReason } from '../model/event.js';
import type { LogRecord } from '../model/event-log.js';
import { createTopicTable, type TopicRecord, type TopicTable } from '../topic/table.js';
import type { Depths, Progress } from './state.js';

export type Topic = TopicRecord<Group>;

export interface MemorySetup {
  readonly depths: Depths;
  readonly numbering: Numbering;
  /** Remains of an earlier life: the newest events, oldest first. */
  readonly tail: readonly LogRecord[];
  readonly store: ByteStore;
  /** Start of the current turn. */
  readonly turnStart: () => number;
}

/** The events that a stream has in memory. */
export interface Memory {
  readonly topics: TopicTable<Group>;
  readonly ring: Ring;
  readonly latest: Latest;
  readonly laggards: Set<Laggard>;
  readonly progress: Progress;
  readonly depths: Depths;
  remember(seq: number, topic: Topic, text: string, momentary: boolean): Entry;
  /** Takes in the remains of an earlier life. */
  refill(): void;
  /** The oldest number that a replay can begin with; newest + 1 when there is none. */
  oldestSeq(): number;
  /** Start of a replay above `since`, or the reason against one. */
  replayFrom(since: number): number | LossReason;
  /** Momentary events above `since` that the ring has dropped; undefined when that is not known any more. */
  lostMomentary(since: number, matches: (topic: TopicRecord) => boolean): number | undefined;
  /** Events before this number are missing: nothing is replayed across it, and no newest state replaces them. */
  cut(seq: number): void;
  /** The same, though nothing is missing. */
  disown(seq: number): void;
  /** The number of the newest of these; 0 without one. */
  readonly toldSeq: number;
  /** The number of the newest cut; 0 without one. */
  readonly cutSeq: number;
  resize(depths: Depths): void;
}

const knownTopics = 262_144;
const momentaryMemory = 4_096;

export function createMemory(setup: MemorySetup): Memory {
  const { numbering, tail, turnStart } = setup;
  const floorSeq = (tail[0]?.seq ?? numbering.newestSeq + 1) - 1;
  const frames: FrameEncoder = createFrameEncoder(setup.store);
  const topics = createTopicTable<Group>(knownTopics);
  const latest = createLatest(setup.depths.latestKeys, floorSeq);
  const momentaryLosses = createMomentaryLosses(momentaryMemory, floorSeq);
  const laggards = new Set<Laggard>();
  const { newestSeq } = numbering;
  const progress: Progress = { newestSeq, evictedSeq: floorSeq, flushedTo: 0, flushedSeq: newestSeq };
  let depths = setup.depths;
  const cuts = createCuts(latest);
  const ring = createRing({
    ...boundsOf(depths),
    onEvict(entry) {
      progress.evictedSeq = entry.seq;
      if (entry.momentary) momentaryLosses.add(entry);
      for (const laggard of laggards) laggard.dropped(entry);
    },
  });

  function remember(seq: number, topic: Topic, text: string, momentary: boolean): Entry {
    progress.newestSeq = seq;
    return ring.push(frames.encode(text), seq, topic, momentary, turnStart());
  }

  const oldestSeq = () => {
    if (depths.replayCapacity === 0) return progress.newestSeq + 1;
    const first = Math.max(
      ring.first,
      ring.next - depths.replayCapacity,
      cuts.seq === 0 ? 0 : ring.after(cuts.seq - 1),
    );
    return ring.at(first)?.seq ?? progress.newestSeq + 1;
  };

  return {
    topics,
    ring,
    latest,
    laggards,
    progress,
    get depths() {
      return depths;
    },
    remember,
    refill() {
      for (const record of tail) {
        const topic = topics.get(record.segments ?? record.topic);
        remember(record.seq, topic, record.text, record.key === undefined);
        if (record.key !== undefined) latest.put(record.key, record.seq, topic, undefined, 0, restOf(record, topic));
      }
      progress.flushedTo = ring.next;
      ring.release(progress.flushedTo);
    },
    oldestSeq,
    replayFrom(since) {
      if (depths.replayCapacity === 0) return 'disabled';
      if (since > progress.newestSeq) return 'future';
      if (since < cuts.seq || since < oldestSeq() - 1) return 'evicted';
      // Between the last number of an earlier life and the first of this one none was ever handed out.
      const jumped = since > numbering.newestSeq && since < numbering.firstSeq;
      if (jumped && numbering.newestSeq >= oldestSeq()) return 'future';
      return ring.after(since);
    },
    lostMomentary: momentaryLosses.countAfter,
    get cutSeq() {
      return cuts.seq;
    },
    cut: cuts.cut,
    disown: cuts.disown,
    get toldSeq() {
      return cuts.toldSeq;
    },
    resize(next) {
      depths = next;
      ring.resize(boundsOf(next));
    },
  };
}

function createCuts(latest: Pick<ReturnType<typeof createLatest>, 'raiseFloor'>) {
  let seq = 0;
  let toldSeq = 0;
  function cut(next: number): void {
    seq = next;
    latest.raiseFloor(next);
  }
  return {
    cut,
    disown(next: number): void {
      toldSeq = next;
      cut(next);
    },
    get seq() {
      return seq;
    },
    get toldSeq() {
      return toldSeq;
    },
  };
}

/** The members of an envelope from `type` on: those before it are numbers and one escaped name, without a bare quote. */
export function restOf({ text }: Pick<LogRecord, 'text'>, topic: Topic): string {
  return text.slice(text.indexOf('"type":', topic.json.length));
}

function boundsOf({ ringFrames, ringBytes, replayCapacity }: Depths): RingBounds {
  return { frames: ringFrames, bytes: ringBytes, keep: replayCapacity };
}
