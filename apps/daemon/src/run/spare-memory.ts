import { setFlagsFromString } from 'node:v8';

/**
 * What V8 asks itself again whenever it matters, so that it may be said after the start: the heap grows in small steps and its
 * young part not at all, functions are not compiled beyond their bytecode, and the bytecode of those that were not called
 * for two collections is dropped. A house of some dozen devices costs such a program a few milliseconds in a second.
 */
export const SPARING_FLAGS = [
  '--optimize-for-size',
  '--semi-space-growth-factor=1',
  '--no-opt',
  '--no-sparkplug',
  '--bytecode-old-age=2',
  '--flush-baseline-code',
] as const;

/** Trades speed for memory, from now until the process ends. */
export function spareMemory(setFlag: (flag: string) => void = setFlagsFromString): void {
  for (const flag of SPARING_FLAGS) setFlag(flag);
}
