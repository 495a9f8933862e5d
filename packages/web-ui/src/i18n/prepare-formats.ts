import type { Formats } from './formats.js';

const MINUTE_MS = 60_000;

/**
 * Creates the formatters for names and ages before the first render. Each takes a slow processor up to 50 ms, which is
 * free while the snapshot is loading.
 */
export function prepareFormats({ compare, age, duration }: Formats): void {
  compare('a', 'b');
  age(0, MINUTE_MS);
  duration(MINUTE_MS);
}
