/** Runs work exclusively within one queue. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A turn for work that must not overlap.
 *
 * @example
 * const inTurn = createTurn();
 * await inTurn(() => work());
 */
export function createTurn(): Turn {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = before.then(work);
    before = mine.catch(() => undefined);
    return mine;
  };
}
