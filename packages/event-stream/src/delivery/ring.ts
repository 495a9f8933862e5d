import type { TopicRecord } from '../topic/table.js';
import type { Frame } from './frame.js';
import type { LatestNode } from './latest.js';

/** One event of the ring as it is at this moment. `position` counts events without holes, unlike `seq`. */
export interface Entry extends Frame {
  readonly position: number;
  readonly seq: number;
  readonly topic: TopicRecord;
  readonly momentary: boolean;
  /** Monotonic milliseconds of the turn in which it was published. */
  readonly at: number;
}

/**
 * Events in memory, as columns of numbers over the slabs of their frames: an event leaves no object behind. Readers of a
 * few events take an `Entry`; delivery to sockets reads the columns.
 */
export interface Ring {
  /** Answers its position. `node`: the key whose newest event it is. */
  push(frame: Frame, seq: number, topic: TopicRecord, momentary: boolean, at: number, node?: LatestNode): number;
  /** Undefined when it has been dropped or does not exist yet. */
  at(position: number): Entry | undefined;
  /** The bytes of a frame in its slab. The position is one of the ring. */
  slabOf(position: number): Uint8Array;
  startOf(position: number): number;
  lengthOf(position: number): number;
  seqOf(position: number): number;
  nodeOf(position: number): LatestNode | undefined;
  /** Position of the oldest entry; `next` when empty. */
  readonly first: number;
  readonly next: number;
  readonly bytes: number;
  /** First position with a seq above the given one. */
  after(seq: number): number;
  bytesSince(position: number): number;
  /** Entries before this position have been handed over; only those are dropped because of their bytes. */
  release(upTo: number): void;
  /** Other bounds; entries beyond them are dropped at once. */
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
  /** Called before an entry is dropped: the ring still has it. */
  readonly onEvict: (position: number) => void;
}

export function createRing(options: RingOptions): Ring {
  return new ColumnRing(options);
}

const noBytes = new Uint8Array(0);
const MOMENTARY = 0x80;

/** The entries, by their position modulo the capacity, which is a power of two. */
class Columns {
  readonly mask: number;
  readonly slabs: Uint8Array[] = [];
  readonly topics: TopicRecord[] = [];
  readonly nodes: (LatestNode | undefined)[] = [];
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  /** Length of the header, and `MOMENTARY`. */
  readonly flags: Uint8Array;
  readonly seqs: Float64Array;
  readonly times: Float64Array;
  /** Sum of the bytes of all entries up to and with this one. */
  readonly sums: Float64Array;

  constructor(capacity: number) {
    this.mask = capacity - 1;
    this.starts = new Uint32Array(capacity);
    this.lengths = new Uint32Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.seqs = new Float64Array(capacity);
    this.times = new Float64Array(capacity);
    this.sums = new Float64Array(capacity);
  }

  take(from: Columns, position: number): void {
    const source = position & from.mask;
    const target = position & this.mask;
    this.slabs[target] = from.slabs[source] as Uint8Array;
    this.topics[target] = from.topics[source] as TopicRecord;
    this.nodes[target] = from.nodes[source];
    this.starts[target] = from.starts[source] as number;
    this.lengths[target] = from.lengths[source] as number;
    this.flags[target] = from.flags[source] as number;
    this.seqs[target] = from.seqs[source] as number;
    this.times[target] = from.times[source] as number;
    this.sums[target] = from.sums[source] as number;
  }
}

const leastCapacity = 64;

class ColumnRing implements Ring {
  first = 0;
  next = 0;
  private bounds: RingBounds;
  /** They grow with use: an idle stream holds next to nothing. */
  private columns = new Columns(leastCapacity);
  private bytesBefore = 0;
  private bytesUpTo = 0;
  private released = 0;
  private readonly onEvict: (position: number) => void;

  constructor(options: RingOptions) {
    this.bounds = options;
    this.onEvict = options.onEvict;
  }

  get bytes(): number {
    return this.bytesUpTo - this.bytesBefore;
  }

  push(frame: Frame, seq: number, topic: TopicRecord, momentary: boolean, at: number, node?: LatestNode): number {
    if (this.next - this.first >= this.bounds.frames) this.evict();
    if (this.next - this.first > this.columns.mask) this.move((this.columns.mask + 1) * 2);
    const { slab, start, length, head } = frame;
    const position = this.next;
    this.bytesUpTo += length;
    const { columns } = this;
    const index = position & columns.mask;
    columns.slabs[index] = slab;
    columns.topics[index] = topic;
    columns.nodes[index] = node;
    columns.starts[index] = start;
    columns.lengths[index] = length;
    columns.flags[index] = momentary ? head | MOMENTARY : head;
    columns.seqs[index] = seq;
    columns.times[index] = at;
    columns.sums[index] = this.bytesUpTo;
    this.next = position + 1;
    this.dropSurplus();
    return position;
  }

  at(position: number): Entry | undefined {
    if (position < this.first || position >= this.next) return undefined;
    const { columns } = this;
    const index = position & columns.mask;
    const flags = columns.flags[index] as number;
    return {
      slab: columns.slabs[index] as Uint8Array,
      start: columns.starts[index] as number,
      length: columns.lengths[index] as number,
      head: flags & ~MOMENTARY,
      position,
      seq: columns.seqs[index] as number,
      topic: columns.topics[index] as TopicRecord,
      momentary: flags >= MOMENTARY,
      at: columns.times[index] as number,
    };
  }

  slabOf(position: number): Uint8Array {
    return this.columns.slabs[position & this.columns.mask] as Uint8Array;
  }

  startOf(position: number): number {
    return this.columns.starts[position & this.columns.mask] as number;
  }

  lengthOf(position: number): number {
    return this.columns.lengths[position & this.columns.mask] as number;
  }

  seqOf(position: number): number {
    return this.columns.seqs[position & this.columns.mask] as number;
  }

  nodeOf(position: number): LatestNode | undefined {
    return this.columns.nodes[position & this.columns.mask];
  }

  after(seq: number): number {
    let low = this.first;
    let high = this.next;
    while (low < high) {
      const middle = low + Math.floor((high - low) / 2);
      if (this.seqOf(middle) > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  bytesSince(position: number): number {
    if (position <= this.first) return this.bytes;
    return this.bytesUpTo - (this.columns.sums[(position - 1) & this.columns.mask] as number);
  }

  release(upTo: number): void {
    this.released = upTo;
    this.dropSurplus();
  }

  resize(wanted: RingBounds): void {
    this.bounds = wanted;
    while (this.next - this.first > wanted.frames) this.evict();
    this.dropSurplus();
    this.move(2 ** Math.ceil(Math.log2(Math.max(this.next - this.first, leastCapacity))));
  }

  private move(capacity: number): void {
    const columns = new Columns(capacity);
    for (let position = this.first; position < this.next; position += 1) columns.take(this.columns, position);
    this.columns = columns;
  }

  private evict(): void {
    this.onEvict(this.first);
    const { columns } = this;
    const index = this.first & columns.mask;
    this.bytesBefore = columns.sums[index] as number;
    columns.slabs[index] = noBytes;
    columns.nodes[index] = undefined;
    this.first += 1;
  }

  private dropSurplus(): void {
    const { bytes, keep } = this.bounds;
    while (this.bytesUpTo - this.bytesBefore > bytes && this.next - this.first > keep && this.first < this.released) {
      this.evict();
    }
  }
}
