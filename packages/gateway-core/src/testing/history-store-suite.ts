import type { HistoryRange, HistorySample, HistoryStore } from '../ports/history.js';

/** The part of a test framework that the suite needs; that of vitest fits. */
export interface TestFramework {
  readonly describe: (name: string, body: () => void) => void;
  readonly it: (name: string, body: () => Promise<void>) => void;
  readonly expect: (actual: unknown) => {
    toEqual(expected: unknown): void;
    toBe(expected: unknown): void;
    toBeLessThanOrEqual(expected: number): void;
  };
}

/** One store, and how to throw it away. */
export interface HistoryHarness {
  readonly store: HistoryStore;
  dispose(): void | Promise<void>;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 4, 1);
const ALWAYS = { maxAgeMs: 3_650 * DAY, maxBytes: Number.MAX_SAFE_INTEGER };

const sample = (series: string, at: number, value: number): HistorySample => ({ series, at: START + at, value });

async function readAll(store: HistoryStore, range: HistoryRange): Promise<readonly HistorySample[]> {
  const all: HistorySample[] = [];
  for await (const slice of store.read(range)) all.push(...slice);
  return all.sort((one, other) => one.series.localeCompare(other.series) || one.at - other.at);
}

const everything = (...series: readonly string[]): HistoryRange => ({ series, from: 0, to: START + 3_650 * DAY });

async function pruneAll(store: HistoryStore, bounds: Parameters<HistoryStore['prune']>[0], now: number): Promise<void> {
  while (await store.prune(bounds, now));
}

/**
 * Contract suite for stores of the history of values, for any implementation.
 *
 * @example
 * describeHistoryStore({ describe, it, expect }, 'in my database', openMyHistory);
 */
export function describeHistoryStore(
  { describe, it, expect }: TestFramework,
  name: string,
  makeHarness: () => HistoryHarness | Promise<HistoryHarness>,
): void {
  const check = (title: string, body: (store: HistoryStore) => Promise<void>) => {
    it(title, async () => {
      const harness = await makeHarness();
      try {
        await body(harness.store);
      } finally {
        await harness.dispose();
      }
    });
  };

  describe(name, () => {
    check('gives samples back exactly, whatever their size and sign', async (store) => {
      const values = [0, 1, -1, 0.5, 21.3, -40.25, 0.005, 1 / 3, 1e-9, 123_456_789.125, -(2 ** 40), 2 ** 53, 1e300];
      const samples = values.map((value, index) => sample('a', index * 1000 + 7, value));
      await store.append(samples);
      expect(await readAll(store, everything('a'))).toEqual(samples);
    });

    check('answers the series and the range that were asked for, its end not included', async (store) => {
      const samples = [0, 1, 2, 3].flatMap((hour) => ['a', 'b', 'c'].map((each) => sample(each, hour * HOUR, hour)));
      await store.append(samples);
      const range = { series: ['a', 'c', 'unknown'], from: START + HOUR, to: START + 3 * HOUR };
      expect(await readAll(store, range)).toEqual(
        ['a', 'c'].flatMap((each) => [sample(each, HOUR, 1), sample(each, 2 * HOUR, 2)]),
      );
      expect(await readAll(store, { ...range, series: [] })).toEqual([]);
    });

    check('takes samples of any order, many of one moment, and those of a clock that was set back', async (store) => {
      await store.append([sample('a', 5000, 5), sample('b', 5000, 6), sample('a', 1000, 1)]);
      await store.append([sample('a', 3000, 3), sample('a', -2 * HOUR, -2)]);
      expect(await readAll(store, everything('a'))).toEqual([
        sample('a', -2 * HOUR, -2),
        sample('a', 1000, 1),
        sample('a', 3000, 3),
        sample('a', 5000, 5),
      ]);
    });

    check('takes nothing of a lot that has a value that is no number', async (store) => {
      let refused = false;
      await store.append([sample('a', 0, 1), sample('a', 1, Number.NaN)]).catch(() => {
        refused = true;
      });
      expect(refused).toBe(true);
      expect(await readAll(store, everything('a'))).toEqual([]);
    });

    check('drops what is too old and keeps the rest', async (store) => {
      for (let day = 0; day < 40; day += 1) await store.append([sample('a', day * DAY, day)]);
      await pruneAll(store, { ...ALWAYS, maxAgeMs: 30 * DAY }, START + 40 * DAY);
      const left = await readAll(store, everything('a'));
      expect(left.map(({ value }) => value)).toEqual(Array.from({ length: 30 }, (_, index) => index + 10));
      expect((await store.extent()).oldestAt).toBe(START + 10 * DAY);
    });

    check('drops the oldest when there is too much, a little at a time', async (store) => {
      for (let hour = 0; hour < 300; hour += 1) {
        await store.append(Array.from({ length: 30 }, (_, index) => sample('a', hour * HOUR + index, index / 7)));
      }
      const { bytes } = await store.extent();
      const bounds = { ...ALWAYS, maxBytes: Math.floor(bytes / 2) };
      expect(await store.prune(bounds, START + 300 * HOUR)).toBe(true);
      await pruneAll(store, bounds, START + 300 * HOUR);
      expect((await store.extent()).bytes).toBeLessThanOrEqual(bounds.maxBytes);
      const left = await readAll(store, everything('a'));
      expect(left.at(-1)).toEqual(sample('a', 299 * HOUR + 29, 29 / 7));
      expect((await store.extent()).oldestAt).toBe(left[0]?.at);
    });

    check('says from when to when it reaches, and nothing while it is empty', async (store) => {
      const empty = await store.extent();
      expect([empty.oldestAt, empty.newestAt, ...(await store.series())]).toEqual([undefined, undefined]);
      await store.append([sample('a', HOUR, 1), sample('b', 2 * HOUR, 1)]);
      const { oldestAt, newestAt } = await store.extent();
      expect([oldestAt, newestAt]).toEqual([START + HOUR, START + 2 * HOUR]);
      expect([...(await store.series())].sort()).toEqual(['a', 'b']);
      await pruneAll(store, { ...ALWAYS, maxAgeMs: 0 }, START + 6 * HOUR);
      expect((await store.extent()).oldestAt).toBe(undefined);
    });
  });
}
