/**
 * Runs a reading once at a time. A request during a reading gets the next one, because the running one may have read
 * before the requested change.
 */
export function coalesce(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  function start(): Promise<void> {
    const mine = read().finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  }

  return () => {
    if (running === undefined) return start();
    following ??= running
      .catch(() => {})
      .then(() => {
        following = undefined;
        return start();
      });
    return following;
  };
}
