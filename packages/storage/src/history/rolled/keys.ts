import type { Period } from '@ccu-gateway/gateway-core/use-cases';

/** Series whose roll-ups are one row: a reader of few series reads few others. */
export const CHUNK_SERIES = 64;
const MINUTE_MS = 60_000;
/** Minutes until the year 2225. */
const CHUNK_KEYS = 2 ** 27;
const WINDOW_MS = 32 * 86_400_000;

/** Rows of a chunk follow each other in the order of their times, which are whole minutes. */
export function keyOf(chunk: number, at: number): number {
  return chunk * CHUNK_KEYS + Math.min(CHUNK_KEYS - 1, Math.max(0, Math.floor(at / MINUTE_MS)));
}

/** Days that are one row. */
export function windowOf(at: number): Period {
  const from = Math.floor(at / WINDOW_MS) * WINDOW_MS;
  return { from, to: from + WINDOW_MS };
}
