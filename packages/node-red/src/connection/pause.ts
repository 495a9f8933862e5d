/** Runs once after a delay in milliseconds; returns how to cancel. */
export type Timer = (run: () => void, delayMs: number) => () => void;

export function startTimer(run: () => void, delayMs: number): () => void {
  const handle = setTimeout(run, delayMs);
  return () => clearTimeout(handle);
}

/** Resolves after the delay, or earlier with the signal. */
export function pause(timer: Timer, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = timer(end, delayMs);
    signal.addEventListener('abort', end);
  });
}
