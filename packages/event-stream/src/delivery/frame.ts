import type { ByteStore } from '../environment.js';

/** A WebSocket text frame as a server sends it, and where its text begins. */
export interface Frame {
  readonly bytes: Uint8Array;
  readonly head: number;
}

export interface FrameEncoder {
  encode(text: string): Frame;
}

const slabBytes = 64 * 1024;
const textFrame = 0x81;

/**
 * Writes frames one behind the other into slabs, so that consecutive frames are one piece of memory and can be sent
 * without being copied together.
 */
export function createFrameEncoder(store: ByteStore): FrameEncoder {
  let slab = store.allocate(slabBytes);
  let used = 0;

  /** Room for a text of this many UTF-16 units, at three bytes each and the longest header. */
  function makeRoom(units: number): void {
    const worst = units * 3 + 10;
    if (used + worst <= slab.length) return;
    slab = store.allocate(Math.max(slabBytes, worst));
    used = 0;
  }

  return {
    encode(text) {
      makeRoom(text.length);
      const start = used;
      const guess = headerLength(text.length);
      const length = store.write(slab, text, start + guess);
      const head = headerLength(length);
      if (head !== guess) slab.copyWithin(start + head, start + guess, start + guess + length);
      writeHeader(slab, start, head, length);
      used = start + head + length;
      return { bytes: slab.subarray(start, used), head };
    },
  };
}

/** One frame in memory of its own, for what is sent once. */
export function encodeFrame(store: ByteStore, text: string): Frame {
  const guess = headerLength(text.length * 3);
  const bytes = store.allocate(guess + text.length * 3);
  const length = store.write(bytes, text, guess);
  const head = headerLength(length);
  if (head !== guess) bytes.copyWithin(head, guess, guess + length);
  writeHeader(bytes, 0, head, length);
  return { bytes: bytes.subarray(0, head + length), head };
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
