import { useEffect, useState } from 'preact/hooks';

/** Fills a common screen below the content above the list. */
const FIRST = 12;
/** Drawn in a few frames also by a slow phone. */
const STEP = 24;

/**
 * Number of entries drawn now: a screenful at first, all of them soon after, some more at each idle moment of the
 * browser. For long lists that are no tables: all of them can be found in the page, and none of them delays the first
 * view.
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

/** Returns a function that cancels it. Safari has no idle callback. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 16);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}
