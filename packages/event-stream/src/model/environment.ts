import type { EventStreamOptions, Repeat } from './stream.js';

/** The only access to the runtime: any JavaScript runtime will do, Node's features are used if present. */

export interface ByteStore {
  allocate(length: number): Uint8Array;
  /** Writes UTF-8, returns the number of bytes. The caller has made sure that it fits. */
  write(target: Uint8Array, text: string, offset: number): number;
  /** The text of UTF-8 bytes. */
  read(source: Uint8Array, start: number, end: number): string;
}

type NodeLikeBytes = Uint8Array & {
  write(text: string, offset: number): number;
  toString(encoding: 'utf8', start: number, end: number): string;
};

interface NodeLikeBuffer {
  allocUnsafeSlow(length: number): NodeLikeBytes;
}

/** Sockets of Node take a Buffer as it is but wrap any other byte array anew on each write. */
export function defaultByteStore(): ByteStore {
  const buffer = (globalThis as { Buffer?: NodeLikeBuffer }).Buffer;
  if (buffer) {
    return {
      allocate: (length) => buffer.allocUnsafeSlow(length),
      write: (target, text, offset) => (target as NodeLikeBytes).write(text, offset),
      read: (source, start, end) => (source as NodeLikeBytes).toString('utf8', start, end),
    };
  }
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return {
    allocate: (length) => new Uint8Array(length),
    write: (target, text, offset) => encoder.encodeInto(text, target.subarray(offset)).written,
    read: (source, start, end) => decoder.decode(source.subarray(start, end)),
  };
}

/** Wall time with the resolution of the monotonic clock; follows the wall clock when that is set anew. */
function defaultClock(): () => number {
  let anchor = Date.now() - performance.now();
  return () => {
    const wall = Date.now();
    const fine = anchor + performance.now();
    if (Math.abs(fine - wall) < 20) return fine;
    anchor = wall - performance.now();
    return wall;
  };
}

function defaultSchedule(): (flush: () => void) => void {
  const immediate = (globalThis as { setImmediate?: (run: () => void) => unknown }).setImmediate;
  if (immediate) return (flush) => void immediate(flush);
  return queueMicrotask;
}

/** Longest delay a timer takes; Node turns every longer one into a millisecond. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Does not keep a process alive. */
const defaultRepeat: Repeat = (everyMs, tick) => {
  // A timer is an object in Node and a number in a browser; the types know one of the two.
  const timer = setInterval(tick, Math.min(everyMs, LONGEST_TIMER_MS)) as unknown as { unref?: () => void };
  timer.unref?.();
  return () => clearInterval(timer as unknown as number);
};

/** 64 random bits in hexadecimal. */
export function randomId(random: () => number): string {
  const half = () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  return half() + half();
}

export type Environment = Required<Pick<EventStreamOptions, 'clock' | 'monotonic' | 'schedule' | 'repeat' | 'random'>>;

export function withDefaults(options: EventStreamOptions): Environment {
  return {
    clock: options.clock ?? defaultClock(),
    monotonic: options.monotonic ?? (() => performance.now()),
    schedule: options.schedule ?? defaultSchedule(),
    repeat: options.repeat ?? defaultRepeat,
    random: options.random ?? Math.random,
  };
}
