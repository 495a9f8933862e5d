import type { Parameters } from '../model/parameters.js';
import type { Channel } from '../model/state.js';
import type { LocalTime } from '../model/time.js';

const HOUR_MS = 3_600_000;
const MIN_HOURS = 0.5;
const MAX_HOURS = 8760;
/** A thermostat with a slow clock would wait before it begins. */
const HEAD_START_MS = 600_000;

interface Away {
  readonly start: LocalTime;
  readonly end: LocalTime;
  readonly temperature: number;
}

const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})$/;
const NO_TIME: LocalTime = { year: 2000, month: 1, day: 1, hour: 0, minute: 0 };

/** `YYYY-MM-DDTHH:MM` in the local time of the CCU, the time of thermostats. */
function readTime(parameters: Parameters, name: string): LocalTime {
  const match = LOCAL_TIME.exec(parameters.requiredText(name) ?? '');
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0] = (match ?? []).map(Number);
  const real = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const valid =
    match !== null && real.getUTCMonth() === month - 1 && real.getUTCDate() === day && hour < 24 && minute < 60;
  if (valid) return { year, month, day, hour, minute };
  parameters.text(name, ['a time like 2026-12-24T18:00']);
  return NO_TIME;
}

/** From a time to a time, or from now on for some hours. */
export function readAway(channel: Channel, parameters: Parameters): Away {
  const temperature = parameters.number('temperature', { min: 5, max: 30.5 }) ?? 12;
  if (!parameters.has('hours')) {
    return { start: readTime(parameters, 'start'), end: readTime(parameters, 'end'), temperature };
  }
  const hours = parameters.requiredNumber('hours', { min: MIN_HOURS, max: MAX_HOURS }) ?? MIN_HOURS;
  const { localTime } = channel.device.central;
  return { start: localTime(-HEAD_START_MS), end: localTime(hours * HOUR_MS), temperature };
}

const two = (number: number): string => String(number).padStart(2, '0');

export const hmipTime = (at: LocalTime): string =>
  `${at.year}_${two(at.month)}_${two(at.day)} ${two(at.hour)}:${two(at.minute)}`;

/** Minutes of the day, day, month, year of the century. */
export const rfTime = (at: LocalTime): readonly number[] => [at.hour * 60 + at.minute, at.day, at.month, at.year % 100];
