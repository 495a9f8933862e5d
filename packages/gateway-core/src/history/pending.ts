import type { HistorySample, HistoryStore } from '../ports/history.js';

/** Samples that are not written yet. */
export interface PendingSamples {
  readonly count: number;
  /** Values that found no room, since the start. */
  readonly lost: number;
  add(sample: HistorySample): void;
  /** Writes so many of them at most. Refused samples are written with the next lot. */
  write(store: Pick<HistoryStore, 'append'>, count: number): Promise<void>;
  /** Those that are on no disk yet, also while they are on their way. */
  of(series: ReadonlySet<string>, from: number, to: number): readonly HistorySample[];
  /** Names of the series that they are of. */
  series(): ReadonlySet<string>;
}

/** `room`: how many are kept while the disk refuses; the oldest go first. */
export function createPendingSamples(room: number): PendingSamples {
  let waiting: HistorySample[] = [];
  let onTheirWay: readonly HistorySample[] = [];
  let lost = 0;

  function shorten(): void {
    const surplus = waiting.length - room;
    if (surplus <= 0) return;
    lost += surplus;
    waiting = waiting.slice(surplus);
  }

  return {
    get count() {
      return waiting.length;
    },
    get lost() {
      return lost;
    },
    add(sample) {
      waiting.push(sample);
      // In pieces: one by one would copy all of them each time.
      if (waiting.length > room * 1.1) shorten();
    },
    async write(store, count) {
      onTheirWay = waiting.slice(0, count);
      waiting = waiting.slice(count);
      try {
        await store.append(onTheirWay);
      } catch (error) {
        waiting = [...onTheirWay, ...waiting];
        shorten();
        throw error;
      } finally {
        onTheirWay = [];
      }
    },
    of: (series, from, to) =>
      [...onTheirWay, ...waiting].filter(({ series: name, at }) => series.has(name) && at >= from && at < to),
    series: () => new Set([...onTheirWay, ...waiting].map(({ series }) => series)),
  };
}
