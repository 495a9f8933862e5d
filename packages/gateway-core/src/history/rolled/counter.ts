/** How a counter continues. */
export interface Counting {
  /** The value after which it begins at 0. */
  readonly wrapsAt?: number;
  /** A house cannot consume more in an hour: a faster rise is a jump, and no consumption. */
  readonly mostInAnHour?: number;
}

/** An energy counter of a device has 23 bits of a tenth of a watt-hour. */
const ENERGY: Counting = { wrapsAt: 838_860.8, mostInAnHour: 200_000 };
/** Parameters whose values only rise until they begin anew. The first that fits applies. */
const COUNTERS: readonly (readonly [parameter: RegExp, counting: Counting])[] = [
  [/^ENERGY_COUNTER/, ENERGY],
  [/^IEC_ENERGY_COUNTER/, { mostInAnHour: 200 }],
  // 31 bits of a litre.
  [/^GAS_ENERGY_COUNTER/, { wrapsAt: 2_147_483.648, mostInAnHour: 1_000 }],
  [/^GAS_VOLUME/, { mostInAnHour: 1_000 }],
  // Litres, as a rule.
  [/^WATER_VOLUME/, { mostInAnHour: 100_000 }],
  [/^(?:RAIN_COUNTER|SUNSHINEDURATION)/, {}],
];
/** Counters that the logic layer of a CCU keeps as system variables: see `energy/ccu-counters.ts`. */
const OF_THE_CCU = /^svEnergyCounter/;
/** A reading above this is none. */
const MAX_READING = 1e12;
const HOUR_MS = 3_600_000;
/** A reading stands until the next keyframe: a rise may be that of so many hours. */
const LEAST_HOURS = 6.5;

/** Undefined for a series that is no counter. `series` is a name of `pointSeries` or `variableSeries`. */
export function countingOf(series: string): Counting | undefined {
  const parameter = series.slice(series.lastIndexOf('/') + 1);
  if (series.startsWith('sysvar/')) return OF_THE_CCU.test(parameter) ? {} : undefined;
  if (!series.startsWith('point/')) return undefined;
  return COUNTERS.find(([pattern]) => pattern.test(parameter))?.[1];
}

/** The last readings of a counter. */
export interface Reading {
  readonly value: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Where `value` is doubtful: the reading before it. */
  readonly before?: number | undefined;
}

/** The rise between two readings. */
export interface Rise {
  readonly by: number;
  /** The counter began anew, or jumped to another number. */
  readonly isReset: boolean;
  /** As in `Reading`, for the next rise. */
  readonly before?: number;
}

const NO_READING: Rise = { by: 0, isReset: false };

/**
 * A value that fell by more than half is that of a counter that began anew, or wrapped; a smaller fall is a late report,
 * or a device that lost its last readings, and is no consumption. Nor is a rise that is faster than a house can consume:
 * the counter goes on from there, or from the value before where it returns.
 */
export function riseTo({ value, at }: Omit<Reading, 'before'>, last: Reading, counting: Counting): Rise {
  if (last.value < 0 || value < 0 || last.value > MAX_READING || value > MAX_READING) return NO_READING;
  const most = (counting.mostInAnHour ?? MAX_READING) * Math.max(LEAST_HOURS, (at - last.at) / HOUR_MS);
  const { before } = last;
  const fell = before !== undefined && before > last.value;
  const jumped = before !== undefined && before < last.value;
  if (fell && value >= before) return { by: less(value, before), isReset: false };
  if (jumped && value >= before && value < last.value && value - before <= most) {
    return { by: less(value, before), isReset: false };
  }
  const { by, isReset } = plainRise(value, last.value, counting.wrapsAt);
  if (by > most) return { by: 0, isReset: true, before: last.value };
  if (by > 0 || isReset || value >= last.value) return { by, isReset };
  return { by, isReset, before: fell ? before : last.value };
}

function plainRise(value: number, before: number, wrapsAt: number | undefined): Rise {
  if (value >= before) return { by: less(value, before), isReset: false };
  if (wrapsAt !== undefined && before >= 0.95 * wrapsAt && before <= wrapsAt && value <= 0.05 * wrapsAt) {
    return { by: less(wrapsAt + value, before), isReset: false };
  }
  return value * 2 < before ? { by: value, isReset: true } : NO_READING;
}

/** Readings have at most four decimals, and so has their difference. */
const less = (one: number, other: number) => Math.round((one - other) * 10_000) / 10_000;
