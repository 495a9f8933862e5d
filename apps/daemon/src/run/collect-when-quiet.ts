import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Time } from '../time/time.js';

/** A share of the time of the event loop, 0 to 1, from which on work leaves much garbage: a start, a flood of events. */
const BUSY = 0.2;
/** A share up to which a collection disturbs nothing: everyday use of an installation is far below. */
const QUIET = 0.1;
/** Long enough that a pause between two parts of a start is not taken for its end. */
const LOOK_MS = 3_000;

/** Decides from one interval to the next whether the garbage of the work before is collected now. */
export function createQuietWatch(): (utilization: number) => boolean {
  // The start of the process is work.
  let hasWorked = true;
  return (utilization) => {
    if (utilization >= BUSY) hasWorked = true;
    if (!hasWorked || utilization > QUIET) return false;
    hasWorked = false;
    return true;
  };
}

export interface QuietCollection {
  readonly time: Pick<Time, 'after'>;
  /** The share of the time since the last call in which the event loop worked, 0 to 1. */
  readonly utilization?: () => number;
  readonly collect?: () => void;
}

/**
 * Collects the garbage once after each time of much work, when the event loop is quiet again. V8 collects only while code
 * allocates, so a process without work keeps what its start and each flood left behind. A collection also lets V8 give
 * back the room of its young generation a few seconds later. It holds the event loop for about 1 ms for each megabyte in
 * use.
 */
export function collectWhenQuiet({
  time,
  utilization = sinceLastCall(),
  collect = collectGarbage,
}: QuietCollection): void {
  const isDue = createQuietWatch();
  const look = () => {
    if (isDue(utilization())) collect();
    time.after(LOOK_MS, look);
  };
  time.after(LOOK_MS, look);
}

function sinceLastCall(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

/** A context that is created after the flag is set has the function `gc`; this one has not. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
