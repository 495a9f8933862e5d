/** Work that is repeated from time to time. */
export interface Looks {
  /** Aborted by `stop`. */
  readonly signal: AbortSignal;
  /** Does the work, or waits for the one that is under way; nothing after `stop`. */
  look(): Promise<void>;
  /** Aborts running work, and waits for its end. */
  stop(): Promise<void>;
}

/** One at a time, until it is stopped. `work` never rejects. */
export function createLooks(work: () => Promise<void>): Looks {
  const stopped = new AbortController();
  let working: Promise<void> | undefined;
  return {
    signal: stopped.signal,
    async look() {
      if (stopped.signal.aborted) return;
      working ??= work().finally(() => {
        working = undefined;
      });
      await working;
    },
    async stop() {
      stopped.abort();
      await working;
    },
  };
}
