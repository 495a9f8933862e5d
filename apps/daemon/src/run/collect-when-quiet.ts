import { Session } from 'node:inspector';
import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Time } from '../time/time.js';

/** A share of the time of the event loop, 0 to 1, from which on work leaves much garbage: a start, a flood of events. */
const BUSY = 0.2;
/** A share up to which a collection disturbs nothing: everyday use of an installation is far below. */
const QUIET = 0.1;
/** V8 judges by the last five seconds whether code allocates so little that the young generation can shrink. */
const LOOK_MS = 6_000;
/** The first removes the garbage of the work; in the second the allocations of the work are too old to count. */
const COLLECTIONS = 2;
/** Bytes of a young generation that has not shrunk; a small one has 1 MB. */
const LARGE_YOUNG = 4 * 1024 * 1024;

/** `shrink` also gives back the room for young objects, and holds the event loop for two collections or more. */
type Step = 'collect' | 'shrink';

/**
 * Decides from one interval to the next whether the garbage of the work before is collected now. A large installation
 * allocates so much in everyday use that V8 keeps the room for young objects, so that a third step shrinks it. `young` answers
 * its bytes.
 */
export function createQuietWatch(): (utilization: number, young: () => number) => Step | undefined {
  // The start of the process is work.
  let done = 0;
  return (utilization, young) => {
    if (utilization >= BUSY) done = 0;
    if (utilization > QUIET || done > COLLECTIONS) return undefined;
    done += 1;
    if (done <= COLLECTIONS) return 'collect';
    return young() > LARGE_YOUNG ? 'shrink' : undefined;
  };
}

export interface QuietCollection {
  readonly time: Pick<Time, 'after'>;
  /** The share of the time since the last call in which the event loop worked, 0 to 1. */
  readonly utilization?: () => number;
  /** Bytes of the young generation. */
  readonly young?: () => number;
  readonly collect?: () => void;
  readonly shrink?: () => void;
}

/**
 * Collects the garbage after each time of much work, when the event loop is quiet again. V8 collects only while code
 * allocates: a process without work keeps the garbage of its start and of each flood, and up to 32 MB of room for young
 * objects. A collection holds the event loop for about 1 ms for each megabyte in use.
 */
export function collectWhenQuiet({
  time,
  utilization = sinceLastCall(),
  young = youngBytes,
  collect = collectGarbage,
  shrink = shrinkHeap,
}: QuietCollection): void {
  const decide = createQuietWatch();
  const look = () => {
    const step = decide(utilization(), young);
    if (step === 'collect') collect();
    if (step === 'shrink') shrink();
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

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

/** A context that is created after the flag is set has the function `gc`; this one has not. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** What V8 does when a system is short of memory, which only its inspector asks for. */
function shrinkHeap(): void {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.collectGarbage', () => session.disconnect());
}
