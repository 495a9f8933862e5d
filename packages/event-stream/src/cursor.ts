import type { Consumer, Missing } from './consumer.js';
import { EventsLostError } from './errors.js';
import type { Loss, StreamEvent } from './event.js';
import type { readHistory } from './history.js';
import type { CursorOptions } from './stream.js';

export interface CursorSetup extends CursorOptions {
  readonly open: (onReady: () => void) => Consumer;
  /** Reads on in the log from there; undefined where there is none to read. */
  readonly history: (missing: Missing) => ReturnType<typeof readHistory> | undefined;
  readonly lossOf: (missing: Missing) => Loss;
  /** Of the stream. */
  readonly ending: { readonly ended: boolean; onEnd(callback: () => void): () => void };
}

/** Pulls at the pace of its reader: what the ring does not have any more comes from the log. */
export function iterate(setup: CursorSetup): AsyncIterableIterator<StreamEvent> {
  const { signal, ending, onLost } = setup;
  let wake: () => void = () => {};
  const consumer = setup.open(() => wake());
  let past: ReturnType<typeof readHistory> | undefined;
  let closed = false;
  let before: Promise<unknown> = Promise.resolve();

  function close(): void {
    if (closed) return;
    closed = true;
    consumer.close();
    signal?.removeEventListener('abort', close);
    forget();
    wake();
  }

  const forget = ending.onEnd(() => wake());
  signal?.addEventListener('abort', close);
  if (signal?.aborted) close();

  function lose(loss: Loss): void {
    if (!onLost) throw new EventsLostError(loss);
    onLost(loss);
  }

  /** From the log, until the ring has the rest. */
  async function recall(history: NonNullable<typeof past>): Promise<StreamEvent | undefined> {
    const step = await history.next();
    if (step.done) {
      past = undefined;
      // Closed meanwhile: going on would keep its place in the ring for ever.
      if (!closed) consumer.resume(step.value);
    } else if ('loss' in step.value) lose(step.value.loss);
    else return step.value;
    return undefined;
  }

  /** Undefined: look again. */
  async function take(): Promise<StreamEvent | undefined> {
    if (past) return recall(past);
    const missing = consumer.missed();
    if (missing) {
      past = setup.history(missing);
      if (past) return undefined;
      consumer.resume(missing.upTo);
      lose(setup.lossOf(missing));
      return undefined;
    }
    const event = consumer.read();
    if (event) return event;
    if (ending.ended) close();
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return undefined;
  }

  async function pull(): Promise<IteratorResult<StreamEvent, undefined>> {
    try {
      while (!closed) {
        const event = await take();
        if (event && !closed) return { done: false, value: event };
      }
    } catch (error) {
      close();
      throw error;
    }
    return { done: true, value: undefined };
  }

  return {
    // One after the other: there is one place to read from, and each call gets an event of its own.
    next() {
      const answer = before.then(pull);
      before = answer.catch(() => {});
      return answer;
    },
    async return() {
      close();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
