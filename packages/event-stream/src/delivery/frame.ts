import type { ByteStore } from '../model/environment.js';
import { type EventParts, EventTextWriter } from './event-text.js';

/** A WebSocket text frame as a server sends it: a stretch of a piece of memory that it shares with others. */
export interface Frame {
  readonly slab: Uint8Array;
  readonly start: number;
  readonly length: number;
  /** Start of its text, counted from `start`. */
  readonly head: number;
}

export interface FrameEncoder {
  /** Position of the encoded frame. The result is the same object each time, so it is read before the next call. */
  encode(text: string): Frame;
  /** The same of an event that has no text yet. */
  encodeEvent(event: EventParts): Frame;
}

/**
 * The C library maps pieces of 128 KiB and more on their own and returns them to the system when they are free. Smaller ones
 * lie among short-lived allocations: after a flood of events the holes between them stayed resident, 29 MB in one run. The
 * unused end of a slab is not resident.
 */
const slabBytes = 256 * 1024;
/** The collector counts the whole of a slab: a stream of few events must not make it run. */
const firstSlabBytes = 4 * 1024;
const textFrame = 0x81;

/**
 * Writes frames one behind the other into slabs, so that consecutive frames are one piece of memory and can be sent
 * without being copied together.
 */
export function createFrameEncoder(store: ByteStore): FrameEncoder {
  return new SlabEncoder(store);
}

/** Its own result object: an object for each frame, and a view of its bytes, would be most of an event's garbage. */
class SlabEncoder implements FrameEncoder, Frame {
  slab: Uint8Array;
  start = 0;
  length = 0;
  head = 0;

  private readonly events: EventTextWriter;

  constructor(private readonly store: ByteStore) {
    this.slab = store.allocate(firstSlabBytes);
    this.events = new EventTextWriter(store);
  }

  encode(text: string): Frame {
    // At three bytes for each UTF-16 unit, and the longest header.
    this.begin(text.length * 3 + 10);
    const guess = headerLength(text.length);
    return this.end(guess, this.store.write(this.slab, text, this.start + guess));
  }

  encodeEvent(event: EventParts): Frame {
    const { stem, payload } = event;
    this.begin(this.events.worst(event));
    const guess = headerLength(stem.text.length + payload.length);
    const at = this.start + guess;
    return this.end(guess, this.events.write(this.slab, at, event) - at);
  }

  /** Behind the frame before, in a slab that has so many bytes left. */
  private begin(worst: number): void {
    this.start += this.length;
    if (this.start + worst <= this.slab.length) return;
    this.slab = this.store.allocate(Math.max(slabBytes, worst));
    this.start = 0;
  }

  /** The text lies behind a header of the guessed length. */
  private end(guess: number, length: number): Frame {
    const { slab, start } = this;
    const head = headerLength(length);
    if (head !== guess) slab.copyWithin(start + head, start + guess, start + guess + length);
    writeHeader(slab, start, head, length);
    this.head = head;
    this.length = head + length;
    return this;
  }
}

/** The bytes of one frame in memory of their own, for frames that are sent once. */
export function encodeFrame(store: ByteStore, text: string): Uint8Array {
  const guess = headerLength(text.length * 3);
  const bytes = store.allocate(guess + text.length * 3);
  const length = store.write(bytes, text, guess);
  const head = headerLength(length);
  if (head !== guess) bytes.copyWithin(head, guess, guess + length);
  writeHeader(bytes, 0, head, length);
  return bytes.subarray(0, head + length);
}

function headerLength(length: number): number {
  return length < 126 ? 2 : length < 65_536 ? 4 : 10;
}

function writeHeader(target: Uint8Array, at: number, head: number, length: number): void {
  target[at] = textFrame;
  if (head === 2) {
    target[at + 1] = length;
    return;
  }
  target[at + 1] = head === 4 ? 126 : 127;
  let rest = length;
  for (let index = at + head - 1; index > at + 1; index -= 1) {
    target[index] = rest & 0xff;
    rest = Math.floor(rest / 256);
  }
}
