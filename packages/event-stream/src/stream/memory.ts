import type { Laggard } from '../delivery/core.js';
import { createFrameEncoder, type Frame, type FrameEncoder } from '../delivery/frame.js';
import type { Group } from '../delivery/groups.js';
import { createLatest, type Latest, type LatestNode } from '../delivery/latest.js';
import { createMomentaryLosses, type MomentaryLosses } from '../delivery/momentary-losses.js';
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
  readonly frames: FrameEncoder;
  /** Answers the position of the event. `key`: of the item with the state in it; undefined for a momentary one. */
  remember(seq: number, topic: Topic, frame: Frame, key: string | undefined): number;
  /** The members of the newest event of a key from `type` on, as text. */
  restOf(node: LatestNode): string;
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
  const { store } = setup;
  const evict = createEviction({ store, progress, laggards, momentaryLosses });
  const ring: Ring = createRing({ ...boundsOf(depths), onEvict: (position) => evict(ring, position) });

  function remember(seq: number, topic: Topic, frame: Frame, key: string | undefined): number {
    progress.newestSeq = seq;
    const node = key === undefined ? undefined : latest.put(key, seq, topic);
    return ring.push(frame, seq, topic, key === undefined, turnStart(), node);
  }

  return {
    topics,
    ring,
    latest,
    laggards,
    progress,
    get depths() {
      return depths;
    },
    frames,
    remember,
    restOf: (node) => node.rest ?? readRest(store, ring.at(ring.after(node.seq - 1)) as Entry),
    refill() {
      for (const record of tail) {
        const topic = topics.get(record.segments ?? record.topic);
        remember(record.seq, topic, frames.encode(record.text), record.key);
      }
      progress.flushedTo = ring.next;
      ring.release(progress.flushedTo);
    },
    ...createReplayStart({ numbering, ring, progress, cuts, capacity: () => depths.replayCapacity }),
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

/** Where a replay may begin. */
function createReplayStart(setup: {
  readonly numbering: Numbering;
  readonly ring: Ring;
  readonly progress: Readonly<Progress>;
  readonly cuts: { readonly seq: number };
  /** Number of replayable events. */
  readonly capacity: () => number;
}): Pick<Memory, 'oldestSeq' | 'replayFrom'> {
  const { numbering, ring, progress, cuts, capacity } = setup;

  function oldestSeq(): number {
    const most = capacity();
    if (most === 0) return progress.newestSeq + 1;
    const first = Math.max(ring.first, ring.next - most, cuts.seq === 0 ? 0 : ring.after(cuts.seq - 1));
    return ring.at(first)?.seq ?? progress.newestSeq + 1;
  }

  return {
    oldestSeq,
    replayFrom(since) {
      if (capacity() === 0) return 'disabled';
      if (since > progress.newestSeq) return 'future';
      if (since < cuts.seq || since < oldestSeq() - 1) return 'evicted';
      // Between the last number of an earlier life and the first of this one none was ever handed out.
      const jumped = since > numbering.newestSeq && since < numbering.firstSeq;
      if (jumped && numbering.newestSeq >= oldestSeq()) return 'future';
      return ring.after(since);
    },
  };
}

/** Keeps the parts of dropped events that are needed later. */
function createEviction(setup: {
  readonly store: ByteStore;
  readonly progress: Progress;
  readonly laggards: ReadonlySet<Laggard>;
  readonly momentaryLosses: Pick<MomentaryLosses, 'add'>;
}): (ring: Ring, position: number) => void {
  const { store, progress, laggards, momentaryLosses } = setup;
  return (ring, position) => {
    const seq = ring.seqOf(position);
    progress.evictedSeq = seq;
    const node = ring.nodeOf(position);
    const isNewest = node?.seq === seq;
    // Momentary events have no key.
    if (node !== undefined && !isNewest && laggards.size === 0) return;
    const entry = ring.at(position) as Entry;
    if (isNewest) node.rest = readRest(store, entry);
    if (entry.momentary) momentaryLosses.add(entry);
    for (const laggard of laggards) laggard.dropped(entry);
  };
}

function readRest(store: ByteStore, { slab, start, head, length, topic }: Entry): string {
  const end = start + length;
  return store.read(slab, startOfType(slab, start + head + topic.json.length, end), end);
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

const quote = 0x22;
const [t, y, colon] = [0x74, 0x79, 0x3a];

/**
 * Start of `"type":`, the first of the members that stay the same when an event is repeated. Those before it are numbers
 * and one escaped name, in which no bare quote comes before a colon.
 */
function startOfType(slab: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && !(slab[at] === quote && slab[at + 1] === t && slab[at + 2] === y && slab[at + 6] === colon))
    at += 1;
  return at;
}

function boundsOf({ ringFrames, ringBytes, replayCapacity }: Depths): RingBounds {
  return { frames: ringFrames, bytes: ringBytes, keep: replayCapacity };
}
