import type { Now } from '../model/ports.js';

/** Small things to do while all is well, run beside the watching: what hangs in them must not hide that the CCU is frozen. */
export interface Tending {
  /** Begins, unless it runs or ran a moment ago; `now` disregards the latter. */
  begin(when: 'due' | 'now', signal: AbortSignal): void;
}

/** Makes the tending of one connection: one run at a time, and one per interval. */
export function createTending(deps: {
  readonly tend: (signal: AbortSignal) => Promise<void>;
  readonly intervalMs: () => number;
  readonly elapsed: Now;
  readonly onFailed: () => void;
}): Tending {
  const { elapsed } = deps;
  let running: Promise<void> | undefined;
  let begunAt = Number.NEGATIVE_INFINITY;
  return {
    begin(when, signal) {
      if (running !== undefined || (when === 'due' && elapsed() - begunAt < deps.intervalMs())) return;
      begunAt = elapsed();
      running = deps
        .tend(signal)
        .catch(deps.onFailed)
        .finally(() => {
          running = undefined;
        });
    },
  };
}
