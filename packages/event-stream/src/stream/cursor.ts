import type { readHistory } from '../log/history.js';
import { EventsLostError } from '../model/errors.js';
import type { Loss, StreamEvent } from '../model/event.js';
import type { CursorOptions } from '../model/stream.js';
import type { Consumer, Missing } from './consumer.js';

export interface CursorSetup extends CursorOptions {
  readonly open: (onReady: () => void) => Consumer;
  /** Reads on in the log from there; undefined where there is none to read. */
  readonly history: (missing: Missing) => ReturnType<typeof readHistory> | undefined;
  readonly lossOf: (missing: Missing) => Loss;
  /** Of the stream. */
  readonly ending: { readonly ended: boolean; onEnd(callback: () => void): () => void };
}

/** Pulls at the pace of its reader: events that the ring no longer has come from the log. */
export function iterate(setup: CursorSetup): AsyncIterableIterator<StreamEvent> {
  return new Cursor(setup);
}

/** A class, because a cursor is a position in the stream that is moved by each call. */
class Cursor implements AsyncIterableIterator<StreamEvent> {
  private readonly consumer: Consumer;
  private wake: () => void = () => {};
  private past: ReturnType<typeof readHistory> | undefined;
  private closed = false;
  private before: Promise<unknown> = Promise.resolve();
  /** Calls of `next` that are not answered yet. */
  private asked = 0;
  private readonly forget: () => void;
  private readonly abort = () => this.close();
  private readonly answered = () => {
    this.asked -= 1;
  };

  constructor(private readonly setup: CursorSetup) {
    const { signal, ending } = setup;
    this.consumer = setup.open(() => this.wake());
    this.forget = ending.onEnd(() => this.wake());
    signal?.addEventListener('abort', this.abort);
    if (signal?.aborted) this.close();
  }

  // One after the other: there is one position to read from, and each call gets an event of its own.
  next(): Promise<IteratorResult<StreamEvent, undefined>> {
    const event = this.asked === 0 ? this.atHand() : undefined;
    if (event) return Promise.resolve({ done: false, value: event });
    this.asked += 1;
    const answer = this.before.then(() => this.pull());
    this.before = answer.then(this.answered, this.answered);
    return answer;
  }

  async return(): Promise<IteratorResult<StreamEvent, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private close(): void {
    if (this.closed) return;
    this.closed = true;
    this.consumer.close();
    this.setup.signal?.removeEventListener('abort', this.abort);
    this.forget();
    this.wake();
  }

  /** Events in the ring need no wait; a busy stream is almost nothing else. */
  private atHand(): StreamEvent | undefined {
    if (this.closed || this.past) return undefined;
    return this.consumer.hasMissed ? undefined : this.consumer.read();
  }

  private async pull(): Promise<IteratorResult<StreamEvent, undefined>> {
    try {
      while (!this.closed) {
        const event = await this.take();
        if (event && !this.closed) return { done: false, value: event };
      }
    } catch (error) {
      this.close();
      throw error;
    }
    return { done: true, value: undefined };
  }

  /** Undefined: look again. */
  private async take(): Promise<StreamEvent | undefined> {
    if (this.past) return this.recall(this.past);
    const missing = this.consumer.missed();
    if (missing) {
      this.past = this.setup.history(missing);
      if (this.past) return undefined;
      this.consumer.resume(missing.upTo);
      this.lose(this.setup.lossOf(missing));
      return undefined;
    }
    const event = this.consumer.read();
    if (event) return event;
    if (this.setup.ending.ended) this.close();
    else {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return undefined;
  }

  /** From the log, until the ring has the rest. */
  private async recall(history: NonNullable<typeof this.past>): Promise<StreamEvent | undefined> {
    const step = await history.next();
    if (step.done) {
      this.past = undefined;
      // Closed meanwhile: going on would keep its position in the ring for ever.
      if (!this.closed) this.consumer.resume(step.value);
    } else if ('loss' in step.value) this.lose(step.value.loss);
    else return step.value;
    return undefined;
  }

  private lose(loss: Loss): void {
    const { onLost } = this.setup;
    if (!onLost) throw new EventsLostError(loss);
    onLost(loss);
  }
}
