import type { Now, Timers } from '../model/ports.js';
import type { RpcCall } from '../wire/codecs/index.js';
import type { CallbackRegistration } from './server.js';

/** Bounds of the work that calls of CCUs cause. */
export interface LineBounds {
  /** Calls that are handed over in one turn of the event loop, those of all CCUs together. */
  readonly perTurn: number;
  /** Calls of one interface that may wait. */
  readonly waiting: number;
  /** Calls of one interface in a second, once `burst` calls have come. */
  readonly perSecond: number;
  readonly burst: number;
}

const LINE_BOUNDS: LineBounds = { perTurn: 200, waiting: 50_000, perSecond: 25_000, burst: 50_000 };

/** One line of calls for each interface: they are handed over in their order, and a long line lets others pass. */
export interface Lines {
  /** At once where nothing waits, else in a later turn. False where the line is full: then none of the calls is taken. */
  push(registration: CallbackRegistration, calls: readonly RpcCall[]): boolean;
  /** Drops what waits for this interface. */
  drop(registration: CallbackRegistration): void;
  close(): void;
}

interface Line {
  readonly registration: CallbackRegistration;
  readonly batches: { readonly calls: readonly RpcCall[]; next: number }[];
  waiting: number;
  tokens: number;
  filledAt: number;
}

/** Calls of one line before the next one has its turn. */
const SHARE = 50;

export function createLines(deps: {
  readonly run: (registration: CallbackRegistration, call: RpcCall) => void;
  readonly elapsed: Now;
  readonly timers: Timers;
  /** Runs in the next turn of the event loop. */
  readonly nextTurn: (run: () => void) => void;
  readonly bounds?: LineBounds;
}): Lines {
  const { run, elapsed, timers, nextTurn, bounds = LINE_BOUNDS } = deps;
  const lines = new Map<CallbackRegistration, Line>();
  /** Lines with calls that may be handed over now, in the order of their turns. */
  const ready = new Set<Line>();
  let left = bounds.perTurn;
  let isPlanned = false;

  function lineOf(registration: CallbackRegistration): Line {
    const known = lines.get(registration);
    if (known !== undefined) return known;
    const line = { registration, batches: [], waiting: 0, tokens: bounds.burst, filledAt: elapsed() };
    lines.set(registration, line);
    return line;
  }

  function fill(line: Line): void {
    const at = elapsed();
    line.tokens = Math.min(bounds.burst, line.tokens + ((at - line.filledAt) * bounds.perSecond) / 1_000);
    line.filledAt = at;
  }

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    nextTurn(() => {
      isPlanned = false;
      left = bounds.perTurn;
      pump();
    });
  }

  function spend(line: Line, calls: number): void {
    left -= calls;
    line.tokens -= calls;
    // The next turn has the whole share again.
    plan();
  }

  function pump(): void {
    for (const line of ready) {
      if (left <= 0) break;
      ready.delete(line);
      fill(line);
      handOver(line, Math.min(SHARE, left, Math.floor(line.tokens)));
      if (line.waiting === 0) continue;
      if (line.tokens >= 1) ready.add(line);
      else timers.after(Math.ceil(1_000 / bounds.perSecond) * SHARE, () => resume(line));
    }
    if (ready.size > 0) plan();
  }

  function handOver(line: Line, count: number): void {
    if (count <= 0) return;
    spend(line, count);
    for (let done = 0; done < count && line.waiting > 0; done += 1) {
      const batch = line.batches[0]!;
      line.waiting -= 1;
      const call = batch.calls[batch.next]!;
      batch.next += 1;
      if (batch.next === batch.calls.length) line.batches.shift();
      run(line.registration, call);
    }
  }

  function resume(line: Line): void {
    if (lines.get(line.registration) !== line || line.waiting === 0) return;
    ready.add(line);
    plan();
  }

  function drop(registration: CallbackRegistration): void {
    const line = lines.get(registration);
    lines.delete(registration);
    if (line === undefined) return;
    ready.delete(line);
    line.batches.length = 0;
    line.waiting = 0;
  }

  return {
    push(registration, calls) {
      if (calls.length === 0) return true;
      const line = lineOf(registration);
      fill(line);
      if (line.waiting === 0 && calls.length <= left && calls.length <= line.tokens) {
        spend(line, calls.length);
        for (const call of calls) run(registration, call);
        return true;
      }
      if (line.waiting + calls.length > bounds.waiting) return false;
      line.batches.push({ calls, next: 0 });
      const isFirst = line.waiting === 0;
      line.waiting += calls.length;
      if (isFirst) ready.add(line);
      plan();
      return true;
    },
    drop,
    close() {
      for (const registration of [...lines.keys()]) drop(registration);
    },
  };
}
