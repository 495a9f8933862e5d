import type { HistorySample, HistoryStore } from '../ports/history.js';
import { createMemoryRollUps } from './memory-roll-ups.js';

/** Assumed size of a sample, so that the bound by bytes can be tested. */
const SAMPLE_BYTES = 16;
const PRUNE_AT_ONCE = 64;

/**
 * History that is gone with the process.
 *
 * @example
 * const store = createMemoryHistoryStore();
 * await store.append([{ series: 'point/home/0001D3C99C0001/1/LEVEL', at: 1_700_000_000_000, value: 0.5 }]);
 */
export function createMemoryHistoryStore(): HistoryStore {
  let kept: readonly HistorySample[] = [];
  const rollUps = createMemoryRollUps(() => kept);
  const oldestFirst = (samples: readonly HistorySample[]) => [...samples].sort((one, other) => one.at - other.at);
  return {
    async append(samples) {
      if (samples.some(({ value }) => !Number.isFinite(value))) throw new RangeError('a value is no finite number');
      kept = oldestFirst([...kept, ...samples]);
      rollUps.appended(samples);
    },
    async *read({ series, from, to }) {
      const wanted = new Set(series);
      const found = kept.filter(({ series: name, at }) => wanted.has(name) && at >= from && at < to);
      if (found.length > 0) yield found;
    },
    async prune({ maxAgeMs, maxBytes, keepsUnrolled = false }, now) {
      const rolled = keepsUnrolled ? rollUps.rolledUntil() : Number.POSITIVE_INFINITY;
      const exceeds = () => {
        const [oldest] = kept;
        if (oldest === undefined) return false;
        const bytes = kept.length * SAMPLE_BYTES;
        if (bytes > 2 * maxBytes) return true;
        return oldest.at < rolled && (oldest.at < now - maxAgeMs || bytes > maxBytes);
      };
      for (let count = 0; count < PRUNE_AT_ONCE && exceeds(); count += 1) kept = kept.slice(1);
      return exceeds();
    },
    async extent() {
      const [first] = kept;
      const last = kept.at(-1);
      return {
        ...(first !== undefined && { oldestAt: first.at }),
        ...(last !== undefined && { newestAt: last.at }),
        bytes: kept.length * SAMPLE_BYTES,
      };
    },
    rollUps,
  };
}
