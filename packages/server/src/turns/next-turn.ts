/** Resolves in a later turn of the event loop, after timers, sockets and events of the CCUs had theirs. */
export type NextTurn = () => Promise<void>;

/**
 * Makes the turns that all slices of a server share. Each turn of the event loop continues one of those that wait, the
 * longest waiting first, so that many long answers at once make no turn longer than one does.
 */
export function createNextTurn(
  schedule: (run: () => void) => void = (run) => {
    setImmediate(run);
  },
): NextTurn {
  const waiting: (() => void)[] = [];
  const continueOne = () => {
    waiting.shift()?.();
    if (waiting.length > 0) schedule(continueOne);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) schedule(continueOne);
    });
}
