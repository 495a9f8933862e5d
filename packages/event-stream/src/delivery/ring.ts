import type { TopicRecord } from '../topic/table.js';
import type { Frame } from './frame.js';

/**
 * One event in memory. `position` counts events without holes, unlike `seq`. The ring uses its entries again: one is
 * valid until the ring drops it, and nothing keeps one beyond the call that it came with.
 */
export interface Entry extends Frame {
  readonly position: number;
  readonly seq: number;
  readonly topic: TopicRecord;
  readonly momentary: boolean;
  /** Sum of the bytes of all entries up to and with this one. */
  readonly bytesUpTo: number;
  /** Monotonic milliseconds of the turn in which it was published. */
  readonly at: number;
}

export interface Ring {
  push(frame: Frame, seq: number, topic: TopicRecord, momentary: boolean, at: number): Entry;
  /** Undefined when it has been dropped or does not exist yet. */
  at(position: number): Entry | undefined;
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
  readonly onEvict: (entry: Entry) => void;
}

export function createRing(options: RingOptions): Ring {
  return new EntryRing(options);
}

const noBytes = new Uint8Array(0);

/** Every field is written anew for each event that the slot holds; numbers in place, so that they leave nothing behind. */
class Slot implements Entry {
  constructor(
    public slab: Uint8Array,
    public start: number,
    public length: number,
    public head: number,
    public position: number,
    public seq: number,
    public topic: TopicRecord,
    public momentary: boolean,
    public bytesUpTo: number,
    public at: number,
  ) {}
}

class EntryRing implements Ring {
  first = 0;
  next = 0;
  private bounds: RingBounds;
  private mask: number;
  /** It grows with use: an idle stream holds nothing. */
  private slots: Slot[] = [];
  private bytesBefore = 0;
  private bytesUpTo = 0;
  private released = 0;
  private readonly onEvict: (entry: Entry) => void;

  constructor(options: RingOptions) {
    this.bounds = options;
    this.mask = maskFor(options);
    this.onEvict = options.onEvict;
  }

  get bytes(): number {
    return this.bytesUpTo - this.bytesBefore;
  }

  push(frame: Frame, seq: number, topic: TopicRecord, momentary: boolean, at: number): Entry {
    if (this.next - this.first >= this.bounds.frames) this.evict();
    const { slab, start, length, head } = frame;
    const position = this.next;
    this.bytesUpTo += length;
    const index = position & this.mask;
    let slot = this.slots[index];
    if (slot === undefined) {
      slot = new Slot(slab, start, length, head, position, seq, topic, momentary, this.bytesUpTo, at);
      this.slots[index] = slot;
    } else {
      slot.slab = slab;
      slot.start = start;
      slot.length = length;
      slot.head = head;
      slot.position = position;
      slot.seq = seq;
      slot.topic = topic;
      slot.momentary = momentary;
      slot.bytesUpTo = this.bytesUpTo;
      slot.at = at;
    }
    this.next = position + 1;
    this.dropSurplus();
    return slot;
  }

  at(position: number): Entry | undefined {
    return position < this.first || position >= this.next ? undefined : this.slots[position & this.mask];
  }

  after(seq: number): number {
    let low = this.first;
    let high = this.next;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.slots[middle & this.mask] as Slot).seq > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  bytesSince(position: number): number {
    const before = position > this.first ? this.at(position - 1) : undefined;
    return this.bytesUpTo - (before ? before.bytesUpTo : this.bytesBefore);
  }

  release(upTo: number): void {
    this.released = upTo;
    this.dropSurplus();
  }

  resize(wanted: RingBounds): void {
    this.bounds = wanted;
    while (this.next - this.first > wanted.frames) this.evict();
    this.dropSurplus();
    const kept = this.slots.filter(({ position }) => position >= this.first);
    this.mask = maskFor(wanted);
    this.slots = [];
    for (const slot of kept) this.slots[slot.position & this.mask] = slot;
  }

  private evict(): void {
    const slot = this.slots[this.first & this.mask] as Slot;
    this.first += 1;
    this.bytesBefore = slot.bytesUpTo;
    this.onEvict(slot);
    slot.slab = noBytes;
  }

  private dropSurplus(): void {
    const { bytes, keep } = this.bounds;
    while (this.bytesUpTo - this.bytesBefore > bytes && this.next - this.first > keep && this.first < this.released) {
      this.evict();
    }
  }
}

function maskFor({ frames }: RingBounds): number {
  return 2 ** Math.ceil(Math.log2(Math.max(frames, 1))) - 1;
}
