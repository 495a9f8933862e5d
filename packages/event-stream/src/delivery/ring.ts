import type { TopicRecord } from '../topic/table.js';
import type { Frame } from './frame.js';

/** One event in memory. `position` counts events without holes, unlike `seq`. */
export interface Entry extends Frame {
  readonly position: number;
  readonly seq: number;
  readonly topic: TopicRecord;
  readonly momentary: boolean;
  /** Sum of the bytes of all entries up to and with this one. */
  readonly bytesUpTo: number;
  /** Monotonic milliseconds of publishing. */
  readonly at: number;
}

export type NewEntry = Omit<Entry, 'position' | 'bytesUpTo'>;

export interface Ring {
  push(entry: NewEntry): Entry;
  /** Undefined when it has been dropped or does not exist yet. */
  at(position: number): Entry | undefined;
  /** Position of the oldest entry; `next` when empty. */
  readonly first: number;
  readonly next: number;
  readonly bytes: number;
  /** First position whose seq is above the given one. */
  after(seq: number): number;
  bytesSince(position: number): number;
  /** Other bounds; what is above them is dropped at once. */
  resize(bounds: RingBounds): void;
}

export interface RingBounds {
  /** At most this many entries. */
  readonly frames: number;
  /** At most this many bytes, but never fewer entries than `keep`. */
  readonly bytes: number;
  readonly keep: number;
}

export interface RingOptions extends RingBounds {
  readonly onEvict: (entry: Entry) => void;
}

export function createRing(options: RingOptions): Ring {
  let bounds: RingBounds = options;
  let mask = maskFor(bounds);
  // A plain array: it grows with what is used, an idle stream holds nothing.
  let slots: (Entry | undefined)[] = [];
  let first = 0;
  let next = 0;
  let bytesBefore = 0;
  let bytesUpTo = 0;

  function evict(): void {
    const entry = slots[first & mask] as Entry;
    slots[first & mask] = undefined;
    first += 1;
    bytesBefore = entry.bytesUpTo;
    options.onEvict(entry);
  }

  function dropSurplus(): void {
    while (bytesUpTo - bytesBefore > bounds.bytes && next - first > bounds.keep) evict();
  }

  return {
    push(fresh) {
      if (next - first >= bounds.frames) evict();
      bytesUpTo += fresh.bytes.length;
      // Written out, because a spread costs more than everything else here.
      const entry: Entry = {
        position: next,
        seq: fresh.seq,
        topic: fresh.topic,
        momentary: fresh.momentary,
        bytesUpTo,
        at: fresh.at,
        bytes: fresh.bytes,
        head: fresh.head,
      };
      slots[next & mask] = entry;
      next += 1;
      dropSurplus();
      return entry;
    },
    at(position) {
      return position < first || position >= next ? undefined : slots[position & mask];
    },
    get first() {
      return first;
    },
    get next() {
      return next;
    },
    get bytes() {
      return bytesUpTo - bytesBefore;
    },
    after(seq) {
      let low = first;
      let high = next;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((slots[middle & mask] as Entry).seq > seq) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    bytesSince(position) {
      const before = slots[(position - 1) & mask];
      const from = position > first && before?.position === position - 1 ? before.bytesUpTo : bytesBefore;
      return bytesUpTo - from;
    },
    resize(wanted) {
      bounds = wanted;
      while (next - first > bounds.frames) evict();
      dropSurplus();
      const kept = slots.filter((entry) => entry !== undefined);
      mask = maskFor(bounds);
      slots = [];
      for (const entry of kept) slots[entry.position & mask] = entry;
    },
  };
}

function maskFor({ frames }: RingBounds): number {
  return 2 ** Math.ceil(Math.log2(Math.max(frames, 1))) - 1;
}
