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
  /** Drops the queued calls of this interface. */
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

interface LinesDeps {
  readonly run: (registration: CallbackRegistration, call: RpcCall) => void;
  readonly elapsed: Now;
  readonly timers: Timers;
  /** Runs in the next turn of the event loop. */
  readonly nextTurn: (run: () => void) => void;
  readonly bounds?: LineBounds;
}

export function createLines(deps: LinesDeps): Lines {
  return new WaitingLines(deps);
}

/** A class, because it is one set of queues that is filled and emptied by different turns. */
class WaitingLines implements Lines {
  readonly #deps: LinesDeps;
  readonly #bounds: LineBounds;
  readonly #lines = new Map<CallbackRegistration, Line>();
  /** Lines with calls that may be handed over now, in the order of their turns. */
  readonly #ready = new Set<Line>();
  #left: number;
  #isPlanned = false;

  constructor(deps: LinesDeps) {
    this.#deps = deps;
    this.#bounds = deps.bounds ?? LINE_BOUNDS;
    this.#left = this.#bounds.perTurn;
  }

  push(registration: CallbackRegistration, calls: readonly RpcCall[]): boolean {
    if (calls.length === 0) return true;
    const line = this.#lineOf(registration);
    this.#fill(line);
    if (line.waiting === 0 && calls.length <= this.#left && calls.length <= line.tokens) {
      this.#spend(line, calls.length);
      for (const call of calls) this.#deps.run(registration, call);
      return true;
    }
    if (line.waiting + calls.length > this.#bounds.waiting) return false;
    line.batches.push({ calls, next: 0 });
    if (line.waiting === 0) this.#ready.add(line);
    line.waiting += calls.length;
    this.#plan();
    return true;
  }

  drop(registration: CallbackRegistration): void {
    const line = this.#lines.get(registration);
    this.#lines.delete(registration);
    if (line === undefined) return;
    this.#ready.delete(line);
    line.batches.length = 0;
    line.waiting = 0;
  }

  close(): void {
    for (const registration of [...this.#lines.keys()]) this.drop(registration);
  }

  #lineOf(registration: CallbackRegistration): Line {
    const known = this.#lines.get(registration);
    if (known !== undefined) return known;
    const line = { registration, batches: [], waiting: 0, tokens: this.#bounds.burst, filledAt: this.#deps.elapsed() };
    this.#lines.set(registration, line);
    return line;
  }

  #fill(line: Line): void {
    const at = this.#deps.elapsed();
    line.tokens = Math.min(this.#bounds.burst, line.tokens + ((at - line.filledAt) * this.#bounds.perSecond) / 1_000);
    line.filledAt = at;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#deps.nextTurn(() => {
      this.#isPlanned = false;
      this.#left = this.#bounds.perTurn;
      this.#pump();
    });
  }

  #spend(line: Line, calls: number): void {
    this.#left -= calls;
    line.tokens -= calls;
    // The next turn has the whole share again.
    this.#plan();
  }

  #pump(): void {
    for (const line of this.#ready) {
      if (this.#left <= 0) break;
      this.#ready.delete(line);
      this.#fill(line);
      this.#handOver(line, Math.min(SHARE, this.#left, Math.floor(line.tokens)));
      if (line.waiting === 0) continue;
      if (line.tokens >= 1) this.#ready.add(line);
      else this.#deps.timers.after(Math.ceil(1_000 / this.#bounds.perSecond) * SHARE, () => this.#resume(line));
    }
    if (this.#ready.size > 0) this.#plan();
  }

  #handOver(line: Line, count: number): void {
    if (count <= 0) return;
    this.#spend(line, count);
    for (let done = 0; done < count && line.waiting > 0; done += 1) {
      const batch = line.batches[0]!;
      line.waiting -= 1;
      const call = batch.calls[batch.next]!;
      batch.next += 1;
      if (batch.next === batch.calls.length) line.batches.shift();
      this.#deps.run(line.registration, call);
    }
  }

  #resume(line: Line): void {
    if (this.#lines.get(line.registration) !== line || line.waiting === 0) return;
    this.#ready.add(line);
    this.#plan();
  }
}
