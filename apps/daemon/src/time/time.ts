/** Longest delay a timer takes, 24.8 days; Node turns every longer one into a millisecond. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** The system's clock and timers, in the shape that every package asks for. */
export interface Time {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls once after the delay, after 24.8 days at the latest; the answer cancels. Does not keep the process alive. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemTime: Time = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, LONGEST_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Calls again and again with this pause in between, also after failures; the answer stops it. */
export function every(
  time: Pick<Time, 'after'>,
  pauseMs: number,
  run: () => Promise<void> | void,
  failed: (error: unknown) => void,
): () => void {
  let stopped = false;
  let cancel = time.after(pauseMs, tick);
  async function tick(): Promise<void> {
    try {
      await run();
    } catch (error) {
      failed(error);
    }
    if (!stopped) cancel = time.after(pauseMs, tick);
  }
  return () => {
    stopped = true;
    cancel();
  };
}
