import { setFlagsFromString } from 'node:v8';

/**
 * Flags that V8 reads again whenever they matter, so that they can be set after the start: the heap grows in small
 * steps and its young part not at all, functions are not compiled beyond their bytecode, the bytecode of functions
 * without a call for two collections is dropped, and each full collection closes the holes of the heap. With some dozen
 * devices they cost a few milliseconds in a second.
 */
export const SPARING_FLAGS = [
  '--optimize-for-size',
  '--semi-space-growth-factor=1',
  '--no-opt',
  '--no-sparkplug',
  '--bytecode-old-age=2',
  '--flush-baseline-code',
  '--compact-on-every-full-gc',
] as const;

/** Trades speed for memory, from now until the process ends. */
export function spareMemory(setFlag: (flag: string) => void = setFlagsFromString): void {
  for (const flag of SPARING_FLAGS) setFlag(flag);
}
