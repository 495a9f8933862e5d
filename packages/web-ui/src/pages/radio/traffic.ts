import type { CallAnswer } from '@ccu-gateway/client';

export type RadioTraffic = CallAnswer<'readRadioTraffic'>;
export type InterfaceTraffic = RadioTraffic['interfaces'][number];

/** Line of a ranking: the values of its first row, and the sum of all rows. */
export interface Ranked<Row> {
  readonly key: string;
  readonly row: Row;
  readonly count: number;
}

/** Rows of the same key count together; the most first. */
export function ranked<Row extends { readonly count: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Ranked<Row>[] {
  const lines = new Map<string, Ranked<Row>>();
  for (const row of rows) {
    const key = keyOf(row);
    const before = lines.get(key);
    lines.set(
      key,
      before === undefined ? { key, row, count: row.count } : { ...before, count: before.count + row.count },
    );
  }
  return [...lines.values()].sort((a, b) => b.count - a.count);
}

/** dBm; an impossible value (0, 128, 65536) means that nothing was measured. */
export function rssiOf(value: unknown): number | undefined {
  return typeof value === 'number' && value < 0 && value > -128 ? value : undefined;
}

export type Quality = 'strong' | 'fair' | 'weak';

export function qualityOf(dbm: number): Quality {
  if (dbm >= -75) return 'strong';
  return dbm >= -90 ? 'fair' : 'weak';
}

/** A radio module may send one percent of an hour. */
const SECONDS_AN_HOUR = 36;

/** Seconds of sending that are left of this hour. */
export function secondsLeft(dutyCycle: number): number {
  return (SECONDS_AN_HOUR * Math.max(0, 100 - dutyCycle)) / 100;
}
