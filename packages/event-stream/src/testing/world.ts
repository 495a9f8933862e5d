import type { Connection, ConnectionOptions } from '../model/connection.js';
import type { EventStream, EventStreamOptions } from '../model/stream.js';
import { createEventStream } from '../stream/create-stream.js';

/** One frame as a client would have parsed it. */
export type SeenFrame = Readonly<Record<string, unknown>>;

/** Numbers of the events among the frames. */
export const seqsOf = (frames: readonly SeenFrame[]) => frames.filter(({ op }) => !op).map(({ seq }) => seq);

/** The whole numbers from one to another, both among them. */
export const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** A client without a socket: everything it was sent, and a switch to stop reading. */
export interface TestClient {
  readonly connection: Connection;
  /** Every frame so far. */
  readonly frames: SeenFrame[];
  readonly closed: { readonly code: number; readonly reason: string } | undefined;
  send(message: object | string): void;
  /** Frames since the last call. */
  take(): SeenFrame[];
  /** Takes `writes` more writes, then none until `resume`. */
  stall(writes?: number): void;
  resume(): void;
}

export interface TestWorld {
  readonly stream: EventStream;
  now: number;
  /** Moves time on and lets timers fire that are due. */
  advance(milliseconds: number): void;
  /** Ends the turn: scheduled work runs. */
  turn(): void;
  connect(options?: Partial<ConnectionOptions>): TestClient;
  /** Publishes a value change of a data point and returns its number. */
  change(topic: string, value?: unknown): number;
}

/** A stream with time and turns that the test controls. */
export function createTestWorld(options: EventStreamOptions = {}): TestWorld {
  const surroundings = createSurroundings();
  const stream = createEventStream({ ...surroundings.options, ...options });
  return worldOf(stream, surroundings);
}

export interface Surroundings {
  now: number;
  readonly options: Pick<EventStreamOptions, 'clock' | 'monotonic' | 'schedule' | 'repeat' | 'random'>;
  turn(): void;
  advance(milliseconds: number): void;
}

export function createSurroundings(startMs = 1_790_000_000_000): Surroundings {
  let scheduled: (() => void)[] = [];
  const timers = new Set<{ readonly everyMs: number; dueAt: number; readonly tick: () => void }>();
  let seed = 1;
  const surroundings: Surroundings = {
    now: 0,
    options: {
      clock: () => startMs + surroundings.now,
      monotonic: () => surroundings.now,
      schedule: (run) => void scheduled.push(run),
      repeat: (everyMs, tick) => {
        const timer = { everyMs, dueAt: surroundings.now + everyMs, tick };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
      random: () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed / 2_147_483_647;
      },
    },
    turn() {
      while (scheduled.length > 0) {
        const runs = scheduled;
        scheduled = [];
        for (const run of runs) run();
      }
    },
    advance(milliseconds) {
      const until = surroundings.now + milliseconds;
      for (;;) {
        const next = [...timers].sort((a, b) => a.dueAt - b.dueAt)[0];
        if (!next || next.dueAt > until) break;
        surroundings.now = next.dueAt;
        next.dueAt += next.everyMs;
        next.tick();
        surroundings.turn();
      }
      surroundings.now = until;
    },
  };
  return surroundings;
}

export function worldOf(stream: EventStream, surroundings: Surroundings): TestWorld {
  return {
    stream,
    get now() {
      return surroundings.now;
    },
    set now(value) {
      surroundings.now = value;
    },
    advance: surroundings.advance,
    turn: surroundings.turn,
    connect: (options) => connectClient(stream, options),
    change: (topic, value = 1) => stream.publish({ topic, type: 'datapoint.value_changed', payload: { value } }),
  };
}

/**
 * A client of any stream.
 *
 * @example
 * const client = connectClient(stream);
 * client.send({ op: 'subscribe', topics: ['*'] });
 */
export function connectClient(
  stream: Pick<EventStream, 'openConnection'>,
  options: Partial<ConnectionOptions> = {},
): TestClient {
  const frames: SeenFrame[] = [];
  let taken = 0;
  let budget = Number.POSITIVE_INFINITY;
  let closed: TestClient['closed'];
  const accept = (): boolean => {
    budget -= 1;
    return budget > 0;
  };
  const connection = stream.openConnection({
    principal: 'test',
    ...options,
    sink: {
      write(batch) {
        for (const text of readTextFrames(batch.websocket)) frames.push(JSON.parse(text) as SeenFrame);
        return accept();
      },
      control(text) {
        frames.push(JSON.parse(text) as SeenFrame);
        return accept();
      },
      close(code, reason) {
        closed = { code, reason };
      },
    },
  });
  return {
    connection,
    frames,
    get closed() {
      return closed;
    },
    send: (message) => connection.receive(typeof message === 'string' ? message : JSON.stringify(message)),
    take() {
      const fresh = frames.slice(taken);
      taken = frames.length;
      return fresh;
    },
    stall(writes = 1) {
      budget = writes;
    },
    resume() {
      budget = Number.POSITIVE_INFINITY;
      connection.drained();
    },
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Texts of unmasked, unfragmented frames; throws when the bytes are anything else. */
export function readTextFrames(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] !== 0x81) throw new Error(`not a whole text frame at byte ${at}`);
    const short = bytes[at + 1] as number;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    const length = head === 2 ? short : head === 4 ? view.getUint16(at + 2) : Number(view.getBigUint64(at + 2));
    if (at + head + length > bytes.length) throw new Error('a frame is cut off');
    texts.push(decoder.decode(bytes.subarray(at + head, at + head + length)));
    at += head + length;
  }
  return texts;
}
