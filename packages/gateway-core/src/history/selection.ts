import type { DataPointSummary } from '@ccu-gateway/contract/types';
import { glob } from '@ccu-gateway/device-model';
import type { PointPlace } from '../use-case/series.js';

/** Values that people look back on: measurements, set points and positions, states, and the reception of a device. */
const BY_DEFAULT = [
  ...['*TEMPERATURE*', '*HUMIDITY*', 'DEW_POINT', 'ILLUMINATION', 'CURRENT_ILLUMINATION', 'BRIGHTNESS', 'LUX'],
  ...['AIR_PRESSURE', 'CONCENTRATION', 'MASS_CONCENTRATION_PM*', 'RAIN_COUNTER', 'RAINING', 'SUNSHINEDURATION'],
  ...['WIND_SPEED', 'WIND_DIRECTION', 'SOIL_MOISTURE', 'FILLING_LEVEL', 'LEVEL', 'LEVEL_2', 'VALVE_STATE'],
  ...[
    'WIND_DIR',
    'LEVEL_SLATS',
    'SETPOINT',
    'VALVE_ADAPTION',
    'SET_POINT_MODE',
    'CONTROL_MODE',
    'BOOST_MODE',
    'HEATING_COOLING',
  ],
  ...['POWER', 'ENERGY_COUNTER*', 'GAS_*', 'WATER_FLOW', 'WATER_VOLUME*', 'IEC_POWER', 'IEC_ENERGY_COUNTER', 'CURRENT'],
  ...['STATE', 'MOTION', 'PRESENCE_DETECTION_STATE', 'SABOTAGE', 'SMOKE_DETECTOR_ALARM_STATUS', 'ALARMSTATE'],
  ...['WATERLEVEL_DETECTED', 'MOISTURE_DETECTED', 'LOCK_STATE', 'DOOR_STATE', 'ACTIVITY_STATE', 'PROCESS'],
  ...['RSSI_DEVICE', 'RSSI_PEER', 'UNREACH', 'LOW_BAT', 'LOWBAT', 'OPERATING_VOLTAGE', 'BATTERY_STATE'],
  ...['DUTY_CYCLE', 'DUTY_CYCLE_LEVEL', 'CARRIER_SENSE_LEVEL'],
] as const;

/** Types of which each value is a number. */
const NUMERIC: ReadonlySet<string> = new Set(['FLOAT', 'INTEGER', 'BOOL', 'ENUM']);

/** Settings of the history. A pattern is `PARAMETER` or `ADDRESS:CHANNEL:PARAMETER`; `*` stands for anything. */
export interface HistorySettings {
  readonly enabled: boolean;
  readonly maxDays: number;
  readonly maxBytes: number;
  /** Hours and days are kept for so many years, 0 for none, in so many bytes. */
  readonly longTerm: { readonly years: number; readonly maxBytes: number };
  /** Milliseconds between two writings. */
  readonly writeMs: number;
  /** True when the usual data points are recorded. */
  readonly standard: boolean;
  /** Patterns of data points that are also recorded. */
  readonly include: readonly string[];
  /** Patterns of data points that are never recorded. */
  readonly exclude: readonly string[];
}

/** True when the values of a data point are recorded. */
export type Selection = (
  place: PointPlace,
  point: Pick<DataPointSummary, 'type' | 'category' | 'operations'>,
) => boolean;

export function createSelection(settings: Pick<HistorySettings, 'standard' | 'include' | 'exclude'>): Selection {
  const included = [...(settings.standard ? BY_DEFAULT : []), ...settings.include].map(patternOf);
  const excluded = settings.exclude.map(patternOf);
  const [always, never] = [exactly(settings.include), exactly(settings.exclude)];
  return (place, { type = '', category, operations }) => {
    // A data point without a lasting value, or one that is only written, has no history.
    if (!NUMERIC.has(type) || !operations.event || category === 'event' || category === 'button') return false;
    // One that is named itself is recorded or not, whichever patterns fit it.
    const name = `${place.address}:${place.channel}:${place.parameter}`;
    if (always.has(name) !== never.has(name)) return always.has(name);
    return included.some((fits) => fits(place)) && !excluded.some((fits) => fits(place));
  };
}

const exactly = (patterns: readonly string[]): ReadonlySet<string> =>
  new Set(patterns.filter((text) => text.includes(':') && !text.includes('*')));

/** `PARAMETER` or `ADDRESS:CHANNEL:PARAMETER`; `*` stands for anything. */
function patternOf(text: string): (place: PointPlace) => boolean {
  const fits = glob(text);
  if (!text.includes(':')) return ({ parameter }) => fits(parameter);
  return ({ address, channel, parameter }) => fits(`${address}:${channel}:${parameter}`);
}
