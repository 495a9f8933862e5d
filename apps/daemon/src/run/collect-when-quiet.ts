import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Time } from '../time/time.js';

/** A share of the time of the event loop, 0 to 1, from which on work leaves much garbage: a start, a flood of events. */
const BUSY = 0.2;
/** A share up to which a collection disturbs nothing: everyday use of an installation is far below. */
const QUIET = 0.1;
/** V8 judges by the last five seconds whether code allocates so little that the young generation can shrink. */
const LOOK_MS = 6_000;
/**
 * The first removes the garbage of the work; in the second the allocations of the work are too old to count. With the profile for a
 * small box the third drops the bytecode of functions that only the work called.
 */
const COLLECTIONS = 3;

/** A compacting one also closes the holes that the garbage left in the heap, 6 MB with 500 devices, and takes twice as long. */
export type Collection = 'plain' | 'compacting';

/** Decides from one interval to the next how the garbage of the work before is collected now; undefined: not at all. */
export function createQuietWatch(): (utilization: number) => Collection | undefined {
  // The start of the process is work.
  let left = COLLECTIONS;
  return (utilization) => {
    if (utilization >= BUSY) left = COLLECTIONS;
    if (left === 0 || utilization > QUIET) return undefined;
    left -= 1;
    return left === 0 ? 'compacting' : 'plain';
  };
}

export interface QuietCollection {
  readonly time: Pick<Time, 'after'>;
  /** The share of the time since the last call in which the event loop worked, 0 to 1. */
  readonly utilization?: () => number;
  readonly collect?: (collection: Collection) => void;
  /** True where V8 compacts at every full collection, as with the profile for a small box. */
  readonly alwaysCompacts?: () => boolean;
}

/**
 * Collects the garbage after each time of much work, when the event loop is quiet again. V8 collects only while code
 * allocates: a process without work keeps the garbage of its start and of each flood, and up to 32 MB of room for young
 * objects. A collection holds the event loop for about half a millisecond for each megabyte in use.
 */
export function collectWhenQuiet({
  time,
  utilization = sinceLastCall(),
  alwaysCompacts = () => false,
  collect = (collection) => collectGarbage(collection === 'compacting' && !alwaysCompacts()),
}: QuietCollection): void {
  const due = createQuietWatch();
  const look = () => {
    const collection = due(utilization());
    if (collection !== undefined) collect(collection);
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
function collectGarbage(compactsOnce: boolean): void {
  setFlagsFromString('--expose-gc');
  if (compactsOnce) setFlagsFromString('--compact-on-every-full-gc');
  (runInNewContext('gc') as () => void)();
  if (compactsOnce) setFlagsFromString('--no-compact-on-every-full-gc');
}
