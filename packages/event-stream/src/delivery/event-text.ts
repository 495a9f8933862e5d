import type { ByteStore } from '../model/environment.js';
import { createTimestamps } from '../model/timestamp.js';
import type { Stem } from '../topic/table.js';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const beforeSeq = ascii('{"seq":');
const afterTime = ascii('Z","payload":');
const afterMomentary = ascii(',"momentary":true}');
const brace = 0x7d;
const zero = 0x30;
/** Bytes of a frame's text besides stem and payload, and a header. */
const otherBytes = 96;

/** The members of an event of which the text of its frame is made. */
export interface EventParts {
  readonly seq: number;
  readonly stem: Stem;
  /** Milliseconds since the Unix epoch. */
  readonly unixMs: number;
  /** As JSON text. */
  readonly payload: string;
  readonly momentary: boolean;
}

/**
 * Writes the text of events as bytes. A string put together from these parts would be copied three times for each event,
 * and left behind.
 */
export class EventTextWriter {
  private readonly timestamps = createTimestamps();
  private second = Number.NaN;
  /** The time up to the second. */
  private date = ascii('');

  constructor(private readonly store: ByteStore) {}

  /** Most bytes that the frame of such an event takes. */
  worst({ stem, payload }: EventParts): number {
    return (stem.text.length + payload.length) * 3 + otherBytes;
  }

  /** Returns the position behind the text. */
  write(target: Uint8Array, start: number, { seq, stem, unixMs, payload, momentary }: EventParts): number {
    let at = copy(target, start, beforeSeq);
    at = writeNumber(target, at, seq);
    at += this.store.write(target, stem.text, at);
    at = this.writeTime(target, at, unixMs);
    at = copy(target, at, afterTime);
    at += this.store.write(target, payload, at);
    if (momentary) return copy(target, at, afterMomentary);
    target[at] = brace;
    return at + 1;
  }

  private writeTime(target: Uint8Array, at: number, unixMs: number): number {
    const second = Math.floor(unixMs / 1000);
    if (second !== this.second) {
      this.second = second;
      this.date = ascii(this.timestamps(second * 1000).slice(0, 20));
    }
    const end = copy(target, at, this.date);
    writeDigits(target, end, Math.floor((unixMs - second * 1000) * 1e6), 9);
    return end + 9;
  }
}

/** A loop: a call into the runtime takes longer than such few bytes. */
function copy(target: Uint8Array, at: number, bytes: Uint8Array): number {
  for (let index = 0; index < bytes.length; index += 1) target[at + index] = bytes[index] as number;
  return at + bytes.length;
}

/** A whole number from 0 to 2^53 in decimal. */
function writeNumber(target: Uint8Array, at: number, value: number): number {
  let count = 1;
  for (let bound = 10; value >= bound; bound *= 10) count += 1;
  if (count <= 8) writeDigits(target, at, value, count);
  else {
    const high = Math.floor(value / 1e8);
    writeDigits(target, at, high, count - 8);
    writeDigits(target, at + count - 8, value - high * 1e8, 8);
  }
  return at + count;
}

/** Below 2^31, so that each step is one of integers. */
function writeDigits(target: Uint8Array, at: number, value: number, count: number): void {
  let rest = value | 0;
  for (let index = at + count - 1; index >= at; index -= 1) {
    const tens = (rest / 10) | 0;
    target[index] = zero + rest - tens * 10;
    rest = tens;
  }
}
