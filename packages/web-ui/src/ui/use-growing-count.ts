import { useEffect, useState } from 'preact/hooks';

/** Fills a common screen below the content above the list. */
const FIRST = 12;
/** Drawn in a few frames also by a slow phone. */
const STEP = 24;

/**
 * How many of `total` are drawn now: a screenful at first, all of them soon after, some whenever the browser has nothing else
 * to do. For long lists that are no tables: all of them can be found in the page, and none of them holds up the first look.
 */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(FIRST);
  useEffect(() => {
    if (count >= total) return;
    return whenIdle(() => setCount(count + STEP));
  }, [count, total]);
  return Math.min(count, total);
}

const LATEST_MS = 200;

/** Answers how to cancel. Safari cannot say when it is idle. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 16);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}
