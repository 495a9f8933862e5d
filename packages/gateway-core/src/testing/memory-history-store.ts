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
      const inTime = kept.slice(firstAt(kept, from), firstAt(kept, to));
      const found = inTime.filter(({ series: name }) => wanted.has(name));
      if (found.length > 0) yield found;
    },
    async prune({ maxAgeMs, maxBytes, keepsUnrolled = false }, now) {
      const rolled = keepsUnrolled ? rollUps.rolledUntil() : Number.POSITIVE_INFINITY;
      let dropped = 0;
      const exceeds = () => {
        const oldest = kept[dropped];
        if (oldest === undefined) return false;
        const bytes = (kept.length - dropped) * SAMPLE_BYTES;
        if (bytes > 2 * maxBytes) return true;
        return oldest.at < rolled && (oldest.at < now - maxAgeMs || bytes > maxBytes);
      };
      while (dropped < PRUNE_AT_ONCE && exceeds()) dropped += 1;
      const isMore = exceeds();
      kept = kept.slice(dropped);
      return isMore;
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
    series: async () => [...new Set(kept.map(({ series }) => series))],
    rollUps,
  };
}

/** Position of the first of sorted samples that is not before a time. */
function firstAt(sorted: readonly HistorySample[], time: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.at ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
