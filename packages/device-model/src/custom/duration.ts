import type { Parameters } from '../model/parameters.js';
import type { Channel } from '../model/state.js';
import { canWrite } from './read.js';

/** Ordinals of the HmIP time units, with their length in seconds, finest first. */
const UNITS = [
  { option: '10MS', seconds: 0.01 },
  { option: 'S', seconds: 1 },
  { option: 'M', seconds: 60 },
  { option: 'H', seconds: 3600 },
] as const;

const MAX_VALUE = 16_343;

/** Written as a duration: none. Far outside the limits of its description, and taken with the longest unit only. */
const NOT_USED = { id: 'NOT_USED', value: 111_600, unit: 'H' } as const;

/** The special value of parameters that hold a duration by value and unit, of which their descriptions say nothing. */
export const withoutDuration = { id: NOT_USED.id, value: NOT_USED.value } as const;

const hasUnit = (channel: Channel): boolean =>
  canWrite(channel, 'DURATION_VALUE') && canWrite(channel, 'DURATION_UNIT');

/** Unlimited duration, for channels that require one; an empty object for all others. */
export const lasting = (channel: Channel): Readonly<Record<string, unknown>> =>
  hasUnit(channel) ? { DURATION_VALUE: NOT_USED.value, DURATION_UNIT: NOT_USED.unit } : {};

/**
 * Time for which something stays on, in the form of the channel: seconds as a float, or a value with a unit. An empty
 * object when it has neither.
 */
export function timeValues(
  channel: Channel,
  seconds: number,
  prefix: 'DURATION' | 'RAMP_TIME' | 'RAMP_TIME_TO_OFF',
): Readonly<Record<string, unknown>> {
  const single = prefix === 'DURATION' ? 'ON_TIME' : prefix;
  if (canWrite(channel, single)) return { [single]: seconds };
  const unitPoint = channel.points.get(`${prefix}_UNIT`);
  if (!canWrite(channel, `${prefix}_VALUE`) || unitPoint === undefined) return {};
  const offered = new Set(unitPoint.descriptor.valueList ?? []);
  const units = UNITS.filter((unit) => offered.has(unit.option));
  const unit = pickUnit(units, seconds);
  if (unit === undefined) return {};
  return {
    [`${prefix}_VALUE`]: Math.min(MAX_VALUE, Math.round(seconds / unit.seconds)),
    [`${prefix}_UNIT`]: unit.option,
  };
}

/** The finest unit that holds the time exactly, else the finest that holds it at all. */
function pickUnit(units: readonly (typeof UNITS)[number][], seconds: number): (typeof UNITS)[number] | undefined {
  const fitting = units.filter((unit) => seconds / unit.seconds <= MAX_VALUE);
  const whole = fitting.filter((unit) => unit.option !== '10MS' && Number.isInteger(seconds / unit.seconds));
  return whole[0] ?? fitting[0] ?? units.at(-1);
}

/** Longest that a duration can be written: a year of hours would not fit. */
const MAX_SECONDS = 8_580_000;

export const readDuration = (parameters: Parameters, name: string): number | undefined =>
  parameters.number(name, { min: 0, max: MAX_SECONDS });
