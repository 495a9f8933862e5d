import type { Connection } from '../../database/driver/sqlite.js';

const DAY_MS = 86_400_000;

interface SeriesRow {
  readonly id: number;
  readonly name: string;
  readonly last_day: number;
}

/** The numbers that stand for series in the blocks. */
export interface SeriesNumbers {
  idOf(name: string): number | undefined;
  /** The highest number. */
  lastId(): number;
  /** Numbers and names from one number to below another. */
  between(from: number, to: number): readonly (readonly [id: number, name: string])[];
  /** Those of which `note` would write something; the first of each series. */
  unnoted<Sample extends { readonly series: string; readonly at: number }>(
    samples: readonly Sample[],
  ): readonly Sample[];
  /** Within a transaction: the number of a series of which there is a value of this time. */
  note(name: string, at: number): number;
  /** Within a transaction: forgets series of which no block is left, all of which begin at this time or later. */
  forgetBefore(at: number): void;
  /** After an undone transaction the disk counts. */
  reload(): void;
}

export function createSeriesNumbers(db: Connection): SeriesNumbers {
  const all = db.prepare<[], SeriesRow>('SELECT id, name, last_day FROM history_series');
  const insert = db.prepare<[number, string, number]>('INSERT INTO history_series VALUES (?, ?, ?)');
  const update = db.prepare<[number, number]>('UPDATE history_series SET last_day = ? WHERE id = ?');
  const forget = db.prepare<[number]>('DELETE FROM history_series WHERE last_day < ?');
  const known = new Map<string, { readonly id: number; lastDay: number }>();
  let lastId = 0;
  let oldestDay = Number.NEGATIVE_INFINITY;

  function reload(): void {
    known.clear();
    for (const { id, name, last_day: lastDay } of all.all()) {
      known.set(name, { id, lastDay });
      lastId = Math.max(lastId, id);
    }
  }
  reload();

  const dayOf = (at: number) => Math.floor(at / DAY_MS);

  return {
    idOf: (name) => known.get(name)?.id,
    lastId: () => lastId,
    between: (from, to) => [...known].flatMap(([name, { id }]) => (id >= from && id < to ? [[id, name] as const] : [])),
    unnoted(samples) {
      const found = new Map<string, (typeof samples)[number]>();
      for (const sample of samples) {
        const isNoted = dayOf(sample.at) <= (known.get(sample.series)?.lastDay ?? Number.NEGATIVE_INFINITY);
        if (!isNoted && !found.has(sample.series)) found.set(sample.series, sample);
      }
      return [...found.values()];
    },
    note(name, at) {
      const day = dayOf(at);
      const series = known.get(name);
      if (series === undefined) {
        lastId += 1;
        insert.run(lastId, name, day);
        known.set(name, { id: lastId, lastDay: day });
        return lastId;
      }
      // Once a day, so that removed series can be distinguished from quiet ones.
      if (day > series.lastDay) {
        update.run(day, series.id);
        series.lastDay = day;
      }
      return series.id;
    },
    forgetBefore(at) {
      const day = dayOf(at);
      if (day <= oldestDay) return;
      oldestDay = day;
      forget.run(day);
      for (const [name, { lastDay }] of known) if (lastDay < day) known.delete(name);
    },
    reload,
  };
}
