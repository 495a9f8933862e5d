/**
 * Makes long work that can be asked for at any time. While it runs, further requests together cause one more run, so that
 * a flood of them starts no second run beside it. Resolves after the last run.
 */
export function createPass(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;

  async function runWhileWanted(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await run();
    }
  }

  return () => {
    isWanted = true;
    running ??= runWhileWanted().finally(() => {
      running = undefined;
    });
    return running;
  };
}
