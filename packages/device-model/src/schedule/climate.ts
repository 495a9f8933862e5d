import type { ParamsetDescription } from '@ccu-gateway/ccu-client';
import type { ClimateProfile, ClimateWeekday, ScheduleCorrection } from '@ccu-gateway/contract/types';
import type { FieldError } from '../requests/result.js';
import { lenientNumber } from '../values/number.js';
import { DAY_MINUTES, formatTime, readTime } from './clock-time.js';

export const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

export type Values = Readonly<Record<string, unknown>>;

/** Names of the members of a thermostat's week, and the number of slots of a day. */
export interface ClimateLayout {
  /** `P1` … as people see them, with the prefix the parameters carry. */
  readonly profiles: readonly { readonly name: string; readonly prefix: string }[];
  readonly temperature: 'TEMPERATURE' | 'TEMPERATUR';
  readonly endTime: 'ENDTIME' | 'TIMEOUT';
  readonly slots: number;
  readonly stepMinutes: number;
  readonly min: number;
  readonly max: number;
}

export function layoutOf(description: ParamsetDescription): ClimateLayout {
  const old = Object.hasOwn(description, 'TEMPERATUR_MONDAY_1');
  const temperature = old ? 'TEMPERATUR' : 'TEMPERATURE';
  const prefixes = ['P1_', 'P2_', 'P3_', 'P4_', 'P5_', 'P6_'].filter((prefix) =>
    Object.hasOwn(description, `${prefix}${temperature}_MONDAY_1`),
  );
  const profiles =
    prefixes.length === 0
      ? [{ name: 'P1', prefix: '' }]
      : prefixes.map((prefix) => ({ name: prefix.slice(0, 2), prefix }));
  const first = `${profiles[0]?.prefix ?? ''}${temperature}_MONDAY_`;
  let slots = 0;
  while (Object.hasOwn(description, `${first}${slots + 1}`)) slots += 1;
  const bounds = description[`${first}1`];
  return {
    profiles,
    temperature,
    endTime: old ? 'TIMEOUT' : 'ENDTIME',
    slots,
    stepMinutes: old ? 10 : 5,
    min: lenientNumber(bounds?.MIN) ?? 5,
    max: lenientNumber(bounds?.MAX) ?? 30,
  };
}

interface Slot {
  /** Minutes of the day at which it ends. */
  readonly end: number;
  readonly temperature: number;
}

const nameOf = (
  layout: ClimateLayout,
  prefix: string,
  what: 'endTime' | 'temperature',
  day: string,
  slot: number,
): string => `${prefix}${layout[what]}_${day}_${slot}`;

/** The day as it happens: slots up to midnight, neighbours of one temperature joined. */
function readDay(layout: ClimateLayout, prefix: string, day: string, values: Values): readonly Slot[] {
  const slots: Slot[] = [];
  let from = 0;
  for (let slot = 1; slot <= layout.slots && from < DAY_MINUTES; slot += 1) {
    const end = lenientNumber(values[nameOf(layout, prefix, 'endTime', day, slot)]);
    const temperature = lenientNumber(values[nameOf(layout, prefix, 'temperature', day, slot)]);
    if (end === undefined || temperature === undefined || end <= from) continue;
    from = Math.min(DAY_MINUTES, end);
    slots.push({ end: from, temperature });
  }
  const last = slots.at(-1);
  if (last !== undefined && last.end < DAY_MINUTES) slots.push({ end: DAY_MINUTES, temperature: last.temperature });
  return join(slots);
}

function join(slots: readonly Slot[]): readonly Slot[] {
  return slots.filter((slot, index) => slots[index + 1]?.temperature !== slot.temperature);
}

/** The temperature that holds longest is the base; everything else is a period. */
function describeDay(slots: readonly Slot[]): ClimateWeekday | undefined {
  const minutes = new Map<number, number>();
  slots.forEach((slot, index) => {
    const length = slot.end - (slots[index - 1]?.end ?? 0);
    minutes.set(slot.temperature, (minutes.get(slot.temperature) ?? 0) + length);
  });
  const [base] = [...minutes].sort(([a, longer], [b, long]) => long - longer || a - b)[0] ?? [];
  if (base === undefined) return undefined;
  return {
    base_temperature: base,
    periods: slots.flatMap((slot, index) =>
      slot.temperature === base
        ? []
        : [
            {
              start_time: formatTime(slots[index - 1]?.end ?? 0),
              end_time: formatTime(slot.end),
              temperature: slot.temperature,
            },
          ],
    ),
  };
}

export function readProfiles(layout: ClimateLayout, values: Values): Readonly<Record<string, ClimateProfile>> {
  return Object.fromEntries(
    layout.profiles.map(({ name, prefix }) => {
      const weekdays = WEEKDAYS.flatMap((day) => {
        const described = describeDay(readDay(layout, prefix, day, values));
        return described === undefined ? [] : [[day, described] as const];
      });
      return [name, { weekdays: Object.fromEntries(weekdays) }];
    }),
  );
}

export interface PlannedDay {
  readonly changes: Readonly<Record<string, number>>;
  readonly corrections: readonly ScheduleCorrection[];
  readonly errors: readonly FieldError[];
}

/** Writes that turn a day into the wanted one; nothing when it already is. */
export function planDay(
  layout: ClimateLayout,
  at: { readonly profile: string; readonly prefix: string; readonly weekday: string },
  current: Values,
  wanted: unknown,
): PlannedDay {
  const field = `profiles.${at.profile}.weekdays.${at.weekday}`;
  const slots = readDay(layout, at.prefix, at.weekday, current);
  // A stored time may lie off the grid; written back as it was shown it stays untouched.
  if (isAsShown(slots, wanted)) return { changes: {}, corrections: [], errors: [] };
  const read = readWanted(layout, at, field, wanted, new Set(slots.map((slot) => slot.temperature)));
  if (read.errors.length > 0) return { changes: {}, corrections: [], errors: read.errors };
  if (JSON.stringify(slots) === JSON.stringify(read.slots)) {
    return { changes: {}, corrections: read.corrections, errors: [] };
  }
  if (read.slots.length > layout.slots) {
    const reason = `needs ${read.slots.length} changes of temperature, but a day has room for ${layout.slots}`;
    return { changes: {}, corrections: [], errors: [{ field, reason }] };
  }
  return {
    changes: writeDay(layout, at.prefix, at.weekday, current, read.slots),
    corrections: read.corrections,
    errors: [],
  };
}

function isAsShown(slots: readonly Slot[], wanted: unknown): boolean {
  const shown = describeDay(slots);
  const { base_temperature, periods } = (
    typeof wanted === 'object' && wanted !== null ? wanted : {}
  ) as Partial<ClimateWeekday>;
  if (shown === undefined || !Array.isArray(periods)) return false;
  const same = periods.map((period) => ({
    start_time: period?.start_time,
    end_time: period?.end_time,
    temperature: period?.temperature,
  }));
  return JSON.stringify(shown) === JSON.stringify({ base_temperature, periods: same });
}

/** Slots after the last one end at midnight too; their temperatures mean nothing and stay. */
function writeDay(
  layout: ClimateLayout,
  prefix: string,
  day: string,
  current: Values,
  slots: readonly Slot[],
): Readonly<Record<string, number>> {
  const changes: Record<string, number> = {};
  const put = (name: string, value: number): void => {
    if (lenientNumber(current[name]) !== value) changes[name] = value;
  };
  for (let slot = 1; slot <= layout.slots; slot += 1) {
    const wanted = slots[slot - 1];
    put(nameOf(layout, prefix, 'endTime', day, slot), wanted?.end ?? DAY_MINUTES);
    if (wanted !== undefined) put(nameOf(layout, prefix, 'temperature', day, slot), wanted.temperature);
  }
  return changes;
}

interface Wanted {
  readonly slots: readonly Slot[];
  readonly corrections: readonly ScheduleCorrection[];
  readonly errors: readonly FieldError[];
}

interface Period {
  readonly start: number;
  readonly end: number;
  readonly temperature: number;
  readonly index: number;
}

function readWanted(
  layout: ClimateLayout,
  at: { readonly profile: string; readonly weekday: string },
  field: string,
  wanted: unknown,
  stored: ReadonlySet<number>,
): Wanted {
  const { base_temperature: base, periods } = (typeof wanted === 'object' && wanted !== null ? wanted : {}) as {
    base_temperature?: unknown;
    periods?: unknown;
  };
  const errors: FieldError[] = [];
  const corrections: ScheduleCorrection[] = [];
  const { min, max } = layout;
  const temperature = (name: string, value: unknown): number => {
    if (typeof value !== 'number' || !(value >= min && value <= max)) {
      errors.push({ field: name, reason: `must be between ${min} and ${max}`, min, max });
      return min;
    }
    // Thermostats count in half degrees; a stored value may stay as it is.
    if (!Number.isInteger(value * 2) && !stored.has(value)) {
      errors.push({ field: name, reason: 'must be a multiple of 0.5', min, max });
    }
    return value;
  };
  const time = (name: 'start_time' | 'end_time', period: number, value: unknown): number => {
    const read = readTime(value, layout.stepMinutes);
    if (read === undefined) {
      errors.push({ field: `${field}.periods[${period}].${name}`, reason: 'must be a time like 06:30' });
      return 0;
    }
    if (read.corrected !== undefined) {
      const { profile, weekday } = at;
      corrections.push({ profile, weekday, period, field: name, requested: String(value), applied: read.corrected });
    }
    return read.minutes;
  };
  const baseTemperature = temperature(`${field}.base_temperature`, base);
  if (!Array.isArray(periods)) errors.push({ field: `${field}.periods`, reason: 'must be a list' });
  const read = (Array.isArray(periods) ? periods.slice(0, 64) : []).map((period: unknown, index): Period => {
    const raw = (typeof period === 'object' && period !== null ? period : {}) as Readonly<Record<string, unknown>>;
    return {
      index,
      start: time('start_time', index, raw.start_time),
      end: time('end_time', index, raw.end_time),
      temperature: temperature(`${field}.periods[${index}].temperature`, raw.temperature),
    };
  });
  errors.push(...(errors.length === 0 ? orderErrors(field, read) : []));
  return { slots: errors.length > 0 ? [] : toSlots(baseTemperature, read), corrections, errors };
}

const byStart = (periods: readonly Period[]): readonly Period[] => [...periods].sort((a, b) => a.start - b.start);

function orderErrors(field: string, periods: readonly Period[]): readonly FieldError[] {
  return byStart(periods).flatMap((period, position, sorted) => {
    const name = `${field}.periods[${period.index}]`;
    if (period.end <= period.start) return [{ field: name, reason: 'must end after it starts' }];
    const next = sorted[position + 1];
    return next !== undefined && next.start < period.end
      ? [{ field: name, reason: 'overlaps with another period' }]
      : [];
  });
}

function toSlots(base: number, periods: readonly Period[]): readonly Slot[] {
  const slots: Slot[] = [];
  let from = 0;
  for (const period of byStart(periods)) {
    if (period.start > from) slots.push({ end: period.start, temperature: base });
    slots.push({ end: period.end, temperature: period.temperature });
    from = period.end;
  }
  if (from < DAY_MINUTES) slots.push({ end: DAY_MINUTES, temperature: base });
  return join(slots);
}
