import type { Frame } from './frame.js';
import type { FrameBatch } from './sink.js';

export interface Numbered extends Frame {
  readonly seq: number;
}

/** A batch over frames; joins them without a copy where they lie next to each other. */
export function createBatch(entries: readonly Numbered[]): FrameBatch {
  return new EntryBatch(entries);
}

class EntryBatch implements FrameBatch {
  readonly count: number;
  readonly bytes: number;
  private joined: Uint8Array | undefined;
  private events: Uint8Array | undefined;

  constructor(private readonly entries: readonly Numbered[]) {
    this.count = entries.length;
    this.bytes = entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
  }

  get websocket(): Uint8Array {
    this.joined ??= joinFrames(this.entries);
    return this.joined;
  }

  get sse(): Uint8Array {
    this.events ??= joinServerSentEvents(this.entries);
    return this.events;
  }
}

function joinFrames(entries: readonly Numbered[]): Uint8Array {
  const first = (entries[0] as Numbered).bytes;
  if (entries.length === 1) return first;
  let total = 0;
  let adjacent = true;
  for (const { bytes } of entries) {
    adjacent &&= bytes.buffer === first.buffer && bytes.byteOffset === first.byteOffset + total;
    total += bytes.length;
  }
  if (adjacent) return sameKind(first, first.buffer as ArrayBuffer, first.byteOffset, total);
  const joined = sameKind(first, new ArrayBuffer(total), 0, total);
  let at = 0;
  for (const { bytes } of entries) {
    joined.set(bytes, at);
    at += bytes.length;
  }
  return joined;
}

/** Node's sockets take a Buffer without wrapping it, so a piece of a Buffer stays one. */
function sameKind(like: Uint8Array, buffer: ArrayBuffer, offset: number, length: number): Uint8Array {
  const buffers = (globalThis as { Buffer?: { from(b: ArrayBuffer, offset: number, length: number): Uint8Array } })
    .Buffer;
  return buffers && like.constructor !== Uint8Array
    ? buffers.from(buffer, offset, length)
    : new Uint8Array(buffer, offset, length);
}

const encoder = new TextEncoder();
const dataEnd = encoder.encode('\n\n');

function joinServerSentEvents(entries: readonly Numbered[]): Uint8Array {
  const heads = entries.map(({ seq }) => encoder.encode(`id: ${seq}\ndata: `));
  let total = 0;
  for (const [index, entry] of entries.entries()) {
    total += (heads[index] as Uint8Array).length + entry.bytes.length - entry.head + dataEnd.length;
  }
  const joined = new Uint8Array(total);
  let at = 0;
  const put = (bytes: Uint8Array) => {
    joined.set(bytes, at);
    at += bytes.length;
  };
  for (const [index, entry] of entries.entries()) {
    put(heads[index] as Uint8Array);
    put(entry.bytes.subarray(entry.head));
    put(dataEnd);
  }
  return joined;
}
