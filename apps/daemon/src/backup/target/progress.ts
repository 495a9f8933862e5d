import { systemTime } from '../../time/time.js';

/** Runs a function once after a delay; returns a function that cancels it. */
export type After = (delayMs: number, run: () => void) => () => void;

/** Ends a transfer that makes no progress; how long it lasts in all does not count. */
export interface Progress {
  /** Aborted when too little came or went. */
  readonly signal: AbortSignal;
  /** The same bytes, each piece of them counted; `done` is called after the last one. */
  watched(bytes: ReadableStream<Uint8Array>, done?: () => void): ReadableStream<Uint8Array>;
  end(): void;
}

/** Fewer bytes than these between two checks are no progress: 16 KiB a minute is slower than any line in use. */
const LEAST_BYTES = 16 * 1024;

export function watchProgress(silenceMs: number, after: After = systemTime.after): Progress {
  const stalled = new AbortController();
  const least = (LEAST_BYTES * silenceMs) / 60_000;
  let moved = 0;
  const look = () => {
    if (moved < least) return stalled.abort(new DOMException('no progress', 'TimeoutError'));
    moved = 0;
    cancel = after(silenceMs, look);
  };
  let cancel = after(silenceMs, look);
  return {
    signal: stalled.signal,
    watched: (bytes, done) =>
      bytes.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          // A reader gets the error also where the request itself is forgotten.
          start(controller) {
            stalled.signal.addEventListener('abort', () => controller.error(stalled.signal.reason));
          },
          transform(chunk, controller) {
            moved += chunk.byteLength;
            controller.enqueue(chunk);
          },
          flush: () => done?.(),
        }),
      ),
    end: () => cancel(),
  };
}
