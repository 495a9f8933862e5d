import { withoutDuration } from '../custom/duration.js';
import { isScheduleParameter } from '../model/schedule-parameter.js';
import type { Descriptor } from '../values/descriptor.js';

interface Correction {
  readonly model: string;
  readonly parameter: string;
  readonly min: number;
  readonly max: number;
}

/** Descriptions with known faults about the range of a device. */
const CORRECTIONS: readonly Correction[] = [
  // 4.5 switches the valves off, 30.5 opens them for good.
  { model: 'HM-CC-VG-1', parameter: 'SET_TEMPERATURE', min: 4.5, max: 30.5 },
  { model: 'HmIP-FWI', parameter: 'CODE_ID', min: 0, max: 31 },
];

const isNumber = ({ type }: Descriptor): boolean => type === 'INTEGER' || type === 'FLOAT';

/** Shares of one that some firmware forgets to mark as percentages. */
const SHARES: ReadonlySet<string> = new Set(['LEVEL', 'LEVEL_2', 'LEVEL_REAL', 'LEVEL_SLATS', 'SATURATION']);

/** Units of measured values, where descriptions have none or write it oddly. */
const UNITS: Readonly<Record<string, string>> = {
  ACTUAL_TEMPERATURE: '°C',
  CURRENT_ILLUMINATION: 'lx',
  HUMIDITY: '%',
  ILLUMINATION: 'lx',
  MASS_CONCENTRATION_PM_10_24H_AVERAGE: 'µg/m³',
  MASS_CONCENTRATION_PM_1_24H_AVERAGE: 'µg/m³',
  MASS_CONCENTRATION_PM_2_5_24H_AVERAGE: 'µg/m³',
  OPERATING_VOLTAGE: 'V',
  RSSI_DEVICE: 'dBm',
  RSSI_PEER: 'dBm',
  SUNSHINEDURATION: 'min',
  SUNSHINE_DURATION: 'min',
  WIND_DIRECTION: '°',
  WIND_DIRECTION_RANGE: '°',
};

export function correctDescriptor(model: string, parameter: string, raw: Descriptor): Descriptor {
  const unit = Object.hasOwn(UNITS, parameter) ? UNITS[parameter] : raw.unit;
  const descriptor = unit === undefined || unit === raw.unit || !isNumber(raw) ? raw : { ...raw, unit };
  if (
    SHARES.has(parameter) &&
    descriptor.type === 'FLOAT' &&
    descriptor.unit === undefined &&
    (descriptor.max === 1 || descriptor.max === 1.01)
  ) {
    return { ...descriptor, unit: '%', multiplier: 100 };
  }
  // "Not used" lies far outside the described limits.
  if (parameter === 'DURATION_VALUE' && descriptor.type === 'INTEGER' && descriptor.specials.length === 0) {
    return { ...descriptor, specials: [withoutDuration] };
  }
  // Older thermostats describe their week without any operation, yet it is read and written like the rest.
  if (descriptor.placeholder && isScheduleParameter(parameter)) {
    return { ...descriptor, placeholder: false, readable: true, writable: true };
  }
  const found = CORRECTIONS.find((each) => each.model === model && each.parameter === parameter);
  return found === undefined ? descriptor : { ...descriptor, min: found.min, max: found.max };
}
