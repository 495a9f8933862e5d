/** Milliseconds since the Unix epoch. */
export type Clock = () => number;

/** The one door to waiting; tests give their own. `after` returns how to call it off. */
export interface Timers {
  after(delayMs: number, run: () => void): () => void;
}

/** Pending work, which can be cancelled as a whole. */
export interface Delays {
  after(delayMs: number, run: () => void): void;
  cancelAll(): void;
}

export function createDelays(timers: Timers): Delays {
  const pending = new Set<() => void>();
  return {
    after(delayMs, run) {
      const cancel = timers.after(delayMs, () => {
        pending.delete(cancel);
        run();
      });
      pending.add(cancel);
    },
    cancelAll() {
      for (const cancel of pending) cancel();
      pending.clear();
    },
  };
}
