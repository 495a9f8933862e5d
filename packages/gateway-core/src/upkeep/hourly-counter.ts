const HOUR_MS = 3_600_000;
/** Number of counted hours: the current one and those before it. */
export const COUNTED_HOURS = 24;

/** Counts of one key, hour by hour, the oldest first. */
export interface HourlyRow<Label> {
  readonly label: Label;
  readonly hours: readonly number[];
}

/** Stored form of a counter. */
export interface KeptHours<Label> {
  /** Number of the newest hour since the Unix epoch. */
  readonly newest: number;
  /** Counts hour by hour, the oldest first. */
  readonly rows: readonly { readonly key: string; readonly label: Label; readonly hours: readonly number[] }[];
  readonly unlisted: readonly number[];
}

/** Counts by key for a day, in memory of a fixed size. */
export interface HourlyCounter<Label> {
  /** `label` is asked for when the key is new. */
  count(at: number, key: string, label: () => Label): void;
  /** Milliseconds since the Unix epoch at which the first hour began, and every key that was counted since. */
  read(now: number): { readonly from: number; readonly rows: readonly HourlyRow<Label>[]; readonly unlisted: number };
  /** Everything, to be restored in another run. */
  keep(now: number): KeptHours<Label>;
  /** Adds the counts of an earlier run, as far as they are of the last day. */
  restore(kept: KeptHours<Label>, now: number): void;
}

/**
 * A counter for at most `maxKeys` keys at once. Other keys are counted without their key (`unlisted`), and a key that
 * was not counted for a day makes room.
 *
 * @example
 * const counter = createHourlyCounter<string>(1000);
 * counter.count(Date.now(), 'a', () => 'A');
 */
export function createHourlyCounter<Label>(maxKeys: number): HourlyCounter<Label> {
  const columns = new Map<string, { readonly label: Label; readonly counts: Uint32Array }>();
  const unlisted = new Uint32Array(COUNTED_HOURS);
  let newest = Number.NEGATIVE_INFINITY;

  /** Goes on to the hour; forgets everything where the clock was set back, because its hours are no longer those of the day. */
  function advance(hour: number): void {
    if (hour === newest || hour === newest - 1) return;
    const stale = hour < newest ? COUNTED_HOURS : Math.min(hour - newest, COUNTED_HOURS);
    for (const counts of [unlisted, ...[...columns.values()].map((column) => column.counts)]) {
      for (let each = hour - stale + 1; each <= hour; each += 1) counts[each % COUNTED_HOURS] = 0;
    }
    for (const [key, { counts }] of columns) if (counts.every((count) => count === 0)) columns.delete(key);
    newest = hour;
  }

  function countsOf(key: string, label: () => Label): Uint32Array {
    const known = columns.get(key)?.counts;
    if (known !== undefined) return known;
    if (columns.size >= maxKeys) return unlisted;
    const counts = new Uint32Array(COUNTED_HOURS);
    columns.set(key, { label: label(), counts });
    return counts;
  }

  /** The same hours, the oldest first. */
  function ordered(counts: Uint32Array): number[] {
    const first = newest - COUNTED_HOURS + 1;
    return Array.from(counts, (_, index) => counts[(first + index) % COUNTED_HOURS] ?? 0);
  }

  function addTo(counts: Uint32Array, hours: readonly number[], last: number): void {
    for (const [index, count] of hours.entries()) {
      const hour = last - hours.length + 1 + index;
      if (hour <= newest - COUNTED_HOURS || hour > newest) continue;
      const slot = hour % COUNTED_HOURS;
      counts[slot] = (counts[slot] ?? 0) + count;
    }
  }

  return {
    keep(now) {
      advance(Math.floor(now / HOUR_MS));
      const rows = [...columns].map(([key, { label, counts }]) => ({ key, label, hours: ordered(counts) }));
      return { newest, rows, unlisted: ordered(unlisted) };
    },
    restore(kept, now) {
      advance(Math.floor(now / HOUR_MS));
      const past = Math.max(0, newest - kept.newest);
      const recent = kept.rows.filter(({ hours }) => hours.slice(past).some((count) => count > 0));
      for (const { key, label, hours } of recent) {
        const counts = countsOf(key, () => label);
        addTo(counts, hours, kept.newest);
      }
      addTo(unlisted, kept.unlisted, kept.newest);
    },
    count(at, key, label) {
      const hour = Math.floor(at / HOUR_MS);
      advance(hour);
      const counts = countsOf(key, label);
      const slot = hour % COUNTED_HOURS;
      counts[slot] = (counts[slot] ?? 0) + 1;
    },
    read(now) {
      advance(Math.floor(now / HOUR_MS));
      const first = newest - COUNTED_HOURS + 1;
      return {
        from: first * HOUR_MS,
        rows: [...columns.values()].map(({ label, counts }) => ({ label, hours: ordered(counts) })),
        unlisted: unlisted.reduce((sum, count) => sum + count, 0),
      };
    },
  };
}
