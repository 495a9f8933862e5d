import { setFlagsFromString } from 'node:v8';

/**
 * Flags that V8 reads again whenever they matter, so that they can be set after the start: the heap grows in small
 * steps and its young part not at all, functions are not compiled beyond their bytecode, the bytecode of functions
 * without a call between two collections is dropped, and each full collection closes the holes of the heap. With some dozen
 * devices they cost a few milliseconds in a second.
 */
export const SPARING_FLAGS = [
  '--optimize-for-size',
  '--semi-space-growth-factor=1',
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--bytecode-old-age=1',
  '--flush-baseline-code',
  '--compact-on-every-full-gc',
] as const;

type SetFlag = (flag: string) => void;

/** Trades speed for memory, from now until the process ends. */
export function spareMemory(setFlag: SetFlag = setFlagsFromString): void {
  for (const flag of SPARING_FLAGS) setFlag(flag);
}

/** Optimizing compilers that V8 uses without flags: Node 24 has a second one for functions that are called less often. */
const OPTIMIZERS = Number(process.versions.node.split('.')[0]) >= 24 ? ['opt', 'maglev'] : ['opt'];

/**
 * Keeps V8 from optimizing functions until the profile is known. Code of a start runs a few times only, and the optimizing
 * compiler, once it has run, keeps 4 MB of the program of Node in memory.
 */
export function holdOptimizer(setFlag: SetFlag = setFlagsFromString): void {
  for (const name of OPTIMIZERS) setFlag(`--no-${name}`);
}

/** Ends that for a gateway that trades nothing. */
export function releaseOptimizer(setFlag: SetFlag = setFlagsFromString): void {
  for (const name of OPTIMIZERS) setFlag(`--${name}`);
}
