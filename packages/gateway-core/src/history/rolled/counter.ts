/** Parameters whose values only rise until they begin anew. */
const COUNTER =
  /^(?:ENERGY_COUNTER|IEC_ENERGY_COUNTER|GAS_ENERGY_COUNTER|GAS_VOLUME|WATER_VOLUME|RAIN_COUNTER|SUNSHINEDURATION)/;
const ENERGY = /^ENERGY_COUNTER/;
/** An energy counter of a device has 23 bits of a tenth of a watt-hour. */
const ENERGY_WRAP = 838_860.8;
/** A reading above this is none. */
const MAX_READING = 1e12;

/** How a counter continues. */
export interface Counting {
  /** The value after which it begins at 0. */
  readonly wrapsAt?: number;
}

/** Undefined for a series that is no counter. `series` is a name of `pointSeries`. */
export function countingOf(series: string): Counting | undefined {
  const parameter = series.slice(series.lastIndexOf('/') + 1);
  if (!series.startsWith('point/') || !COUNTER.test(parameter)) return undefined;
  return ENERGY.test(parameter) ? { wrapsAt: ENERGY_WRAP } : {};
}

/** The last readings of a counter. */
export interface Reading {
  readonly value: number;
  /** The higher value before it, where the counter was set back a little. */
  readonly high?: number | undefined;
}

/** The rise between two readings. */
export interface Rise {
  readonly by: number;
  readonly isReset: boolean;
  /** As in `Reading`, for the next rise. */
  readonly high?: number;
}

/**
 * A value that fell by more than half is that of a counter that began anew, or wrapped; a smaller fall is a late report,
 * or a device that lost its last readings, and is no consumption.
 */
export function riseTo(value: number, { value: before, high }: Reading, { wrapsAt }: Counting): Rise {
  if (before < 0 || value < 0 || before > MAX_READING || value > MAX_READING) return { by: 0, isReset: false };
  if (high !== undefined && value >= high) return { by: less(value, high), isReset: false };
  if (value >= before) return { by: less(value, before), isReset: false };
  if (wrapsAt !== undefined && before >= 0.95 * wrapsAt && before <= wrapsAt && value <= 0.05 * wrapsAt) {
    return { by: less(wrapsAt + value, before), isReset: false };
  }
  if (value * 2 < before) return { by: value, isReset: true };
  return { by: 0, isReset: false, high: Math.max(before, high ?? before) };
}

/** Readings have at most three decimals, and so has their difference. */
const less = (one: number, other: number) => Math.round((one - other) * 1_000) / 1_000;
