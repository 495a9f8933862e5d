import type { HistoryStore } from '../../ports/history.js';
import { KEYFRAME_MS } from '../../use-case/series.js';

const HOUR_MS = 3_600_000;
/** A recorded value stands until the next keyframe. */
const STANDS_MS = KEYFRAME_MS + 1_800_000;

/** Hours of series for which a recorded value stands, by the stored samples of a time. */
export async function ownHours(
  store: Pick<HistoryStore, 'read'>,
  series: readonly string[],
  from: number,
  to: number,
): Promise<(series: string, at: number) => boolean> {
  const hours = new Map(series.map((name) => [name, new Set<number>()] as const));
  for await (const slice of store.read({ series, from: from - STANDS_MS, to })) {
    for (const { series: name, at } of slice) {
      const until = Math.floor((at + STANDS_MS) / HOUR_MS);
      for (let hour = Math.floor(at / HOUR_MS); hour <= until; hour += 1) hours.get(name)?.add(hour);
    }
  }
  return (name, at) => hours.get(name)?.has(Math.floor(at / HOUR_MS)) ?? false;
}
