/**
 * Runs work one at a time. Calls during a run share one more run, which begins after it: their changes may have come
 * too late for the current one.
 */
export function createSingleFlight(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const run = (): Promise<void> => {
    const mine = work().finally(() => {
      running = undefined;
    });
    running = mine;
    return mine;
  };

  return () => {
    if (next !== undefined) return next;
    if (running === undefined) return run();
    next = running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return run();
      });
    return next;
  };
}
