import { GatewayError } from '../../use-case/errors.js';

/** Exports that run at the same time, of all callers. */
export interface ExportSlots {
  /**
   * Holds one of the slots until `content` was read to its end, was left, or `signal` is aborted.
   *
   * @throws GatewayError `rate_limited` (reason `too_many_exports`) where all of them are held
   */
  hold<Chunk>(content: () => AsyncIterable<Chunk>, signal?: AbortSignal): AsyncIterable<Chunk>;
}

/** Each reads the disk all the time and holds a part of the table in memory. */
const MOST = 4;
const RETRY_SECONDS = 30;

/**
 * Slots for exports.
 *
 * @example
 * const slots = createExportSlots();
 * const content = slots.hold(() => linesOf(history), caller.signal);
 */
export function createExportSlots(most = MOST): ExportSlots {
  let held = 0;
  return {
    hold(content, signal) {
      if (held >= most) {
        throw new GatewayError('rate_limited', `${most} exports are running; the gateway makes ${most} at a time`, {
          reason: 'too_many_exports',
          retryAfterSeconds: RETRY_SECONDS,
          members: { max: most },
        });
      }
      // A generator that was not begun has nothing to end, so that its own `finally` cannot release the slot.
      const iterator = content()[Symbol.asyncIterator]();
      held += 1;
      let isHeld = true;
      const release = () => {
        if (isHeld) held -= 1;
        isHeld = false;
        signal?.removeEventListener('abort', leave);
      };
      const leave = () => {
        release();
        void iterator.return?.().catch(() => {});
      };
      signal?.addEventListener('abort', leave);
      if (signal?.aborted === true) leave();
      return iterable(iterator, release);
    },
  };
}

function iterable<Chunk>(iterator: AsyncIterator<Chunk>, release: () => void): AsyncIterable<Chunk> {
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          const next = await iterator.next();
          if (next.done === true) release();
          return next;
        } catch (error) {
          release();
          throw error;
        }
      },
      async return() {
        release();
        await iterator.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
