import type { Connection } from '../../database/driver/sqlite.js';

/** The day that is next to be rolled up. */
export interface Progress {
  readonly from: number;
  /** Its end while it is begun; else its begin. */
  readonly to: number;
  /** Its next part. */
  readonly part: number;
}

/** Bytes of what is stored, without what SQLite adds. */
export interface Sizes {
  readonly samples: number;
  readonly rolled: number;
}

interface Row {
  readonly from_at: number | null;
  readonly to_at: number;
  readonly part: number;
  readonly trimmed_at: number;
}

/** The row that says how far the samples have roll-ups. */
export interface ProgressRow {
  /** Undefined until the first step. */
  get(): Progress | undefined;
  sizes(): Sizes;
  /** Within a transaction. `rolled`: stored roll-ups became so much more. */
  set(progress: Progress, rolled?: number): void;
  /** Within a transaction: the first day, before which there is nothing to continue from. */
  begin(at: number): void;
  /** The earliest time to which `back` goes. */
  openSince(): number | undefined;
  /** Within a transaction: stored roll-ups became so much more. */
  grow(bytes: number): void;
  /** Within a transaction: there are new samples, the earliest of this time. The day of it is the next one again. */
  back(at: number): void;
  /** Within a transaction: samples up to this time are gone. */
  trim(at: number, bytes: number): void;
  /** After a transaction: stored samples became so much more, or less. */
  count(bytes: number): void;
}

export function createProgressRow(db: Connection): ProgressRow {
  const select = db.prepare<[], Row>('SELECT from_at, to_at, part, trimmed_at FROM history_rolled');
  const put = db.prepare<[number, number, number]>('UPDATE history_rolled SET from_at = ?, to_at = ?, part = ?');
  const dayOf = db.prepare<[number], number | null>('SELECT max(at) FROM history_carries WHERE at <= ?').pluck();
  const openDay = db.prepare<[number], number | null>('SELECT min(at) FROM history_carries WHERE at > ?').pluck();
  const grow = db.prepare<[number]>('UPDATE history_rolled SET rolled_bytes = rolled_bytes + ?');
  const trim = db.prepare<[number]>('UPDATE history_rolled SET trimmed_at = max(trimmed_at, ?)');
  const rolledBytes = db.prepare<[], number>('SELECT rolled_bytes FROM history_rolled').pluck();
  const countAll = db.prepare<[], number>(
    `SELECT sample_bytes + (SELECT coalesce(sum(length(data)), 0) FROM history_blocks WHERE from_at > counted_at)
     FROM history_rolled`,
  );
  // A write for each lot of samples would be a page more.
  const noteCount = db.prepare<[number]>(
    `UPDATE history_rolled
     SET sample_bytes = ?, counted_at = coalesce((SELECT max(from_at) FROM history_blocks), counted_at)`,
  );
  let samples = countAll.pluck().get() ?? 0;

  const noCarry = db.prepare<[number]>("INSERT OR REPLACE INTO history_carries VALUES (-1, ?, x'00')");

  function set({ from, to, part }: Progress, rolled = 0): void {
    put.run(from, to, part);
    if (rolled !== 0) grow.run(rolled);
    noteCount.run(samples);
  }

  /** A day whose samples are gone in part stays as it is, and so does one whose earlier values are no longer known. */
  function back(at: number): void {
    const row = select.get();
    if (row === undefined || row.from_at === null || at >= row.to_at) return;
    const from = at >= row.from_at ? row.from_at : (dayOf.get(at) ?? undefined);
    if (from !== undefined && from > row.trimmed_at) set({ from, to: from, part: 0 });
  }

  return {
    get() {
      const row = select.get();
      if (row === undefined || row.from_at === null) return undefined;
      return { from: row.from_at, to: row.to_at, part: row.part };
    },
    set,
    begin(at) {
      noCarry.run(at);
      set({ from: at, to: at, part: 0 });
    },
    openSince() {
      const row = select.get();
      if (row === undefined || row.from_at === null) return undefined;
      return openDay.get(row.trimmed_at) ?? row.from_at;
    },
    grow: (bytes) => void grow.run(bytes),
    back,
    trim(at, bytes) {
      trim.run(at);
      noteCount.run(Math.max(0, samples - bytes));
    },
    sizes: () => ({ samples, rolled: rolledBytes.get() ?? 0 }),
    count(bytes) {
      samples = Math.max(0, samples + bytes);
    },
  };
}
