import type { FrameBatch } from '../model/sink.js';
import type { Frame } from './frame.js';
import type { Entry, Ring } from './ring.js';

export interface Numbered extends Frame {
  readonly seq: number;
}

/** A batch over some of the frames; joins them without a copy where they lie next to each other. */
export function createBatch(entries: readonly Numbered[], from = 0, to = entries.length): FrameBatch {
  return new EntryBatch(entries, from, to);
}

/** A batch over events of the ring at some of the positions, of so many bytes. */
export function createRingBatch(
  ring: Ring,
  positions: readonly number[],
  stretch: { readonly from: number; readonly to: number; readonly bytes: number },
): FrameBatch {
  return new RingBatch(ring, positions, stretch.from, stretch.to, stretch.bytes);
}

/** Serves every event to every socket: of frames that are adjacent in a slab it makes nothing but one view. */
class RingBatch implements FrameBatch {
  readonly count: number;
  private joined: Uint8Array | undefined;
  private others: FrameBatch | undefined;

  constructor(
    private readonly ring: Ring,
    private readonly positions: readonly number[],
    private readonly from: number,
    private readonly to: number,
    readonly bytes: number,
  ) {
    this.count = to - from;
  }

  get websocket(): Uint8Array {
    this.joined ??= this.adjacent() ?? this.asEntries().websocket;
    return this.joined;
  }

  get sse(): Uint8Array {
    return this.asEntries().sse;
  }

  private asEntries(): FrameBatch {
    this.others ??= createBatch(
      this.positions.slice(this.from, this.to).map((position) => this.ring.at(position) as Entry),
    );
    return this.others;
  }

  private adjacent(): Uint8Array | undefined {
    const { ring, positions } = this;
    const first = positions[this.from] as number;
    const slab = ring.slabOf(first);
    const start = ring.startOf(first);
    let end = start;
    for (let index = this.from; index < this.to; index += 1) {
      const position = positions[index] as number;
      if (ring.startOf(position) !== end || ring.slabOf(position) !== slab) return undefined;
      end += ring.lengthOf(position);
    }
    return slab.subarray(start, end);
  }
}

class EntryBatch implements FrameBatch {
  readonly count: number;
  readonly bytes: number;
  private joined: Uint8Array | undefined;
  private events: Uint8Array | undefined;

  constructor(
    private readonly entries: readonly Numbered[],
    private readonly from: number,
    private readonly to: number,
  ) {
    let bytes = 0;
    for (let index = from; index < to; index += 1) bytes += (entries[index] as Numbered).length;
    this.count = to - from;
    this.bytes = bytes;
  }

  get websocket(): Uint8Array {
    this.joined ??= joinFrames(this.entries, this.from, this.to, this.bytes);
    return this.joined;
  }

  get sse(): Uint8Array {
    this.events ??= joinServerSentEvents(this.entries.slice(this.from, this.to));
    return this.events;
  }
}

function joinFrames(entries: readonly Numbered[], from: number, to: number, total: number): Uint8Array {
  const { slab, start } = entries[from] as Numbered;
  let end = start;
  let index = from;
  for (; index < to; index += 1) {
    const frame = entries[index] as Numbered;
    if (frame.slab !== slab || frame.start !== end) break;
    end += frame.length;
  }
  if (index === to) return slab.subarray(start, end);
  const joined = sameKind(slab, new ArrayBuffer(total), 0, total);
  let at = 0;
  for (index = from; index < to; index += 1) {
    const frame = entries[index] as Numbered;
    joined.set(frame.slab.subarray(frame.start, frame.start + frame.length), at);
    at += frame.length;
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
    total += (heads[index] as Uint8Array).length + entry.length - entry.head + dataEnd.length;
  }
  const joined = new Uint8Array(total);
  let at = 0;
  const put = (bytes: Uint8Array) => {
    joined.set(bytes, at);
    at += bytes.length;
  };
  for (const [index, entry] of entries.entries()) {
    put(heads[index] as Uint8Array);
    put(entry.slab.subarray(entry.start + entry.head, entry.start + entry.length));
    put(dataEnd);
  }
  return joined;
}
