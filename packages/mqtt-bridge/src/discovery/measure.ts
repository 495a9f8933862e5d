/** What Home Assistant calls a quantity. */
export interface Measure {
  readonly device_class?: string;
  readonly state_class?: 'measurement' | 'total_increasing';
}

const measured = (device_class?: string): Measure => ({
  ...(device_class === undefined ? {} : { device_class }),
  state_class: 'measurement',
});
const counted = (device_class: string): Measure => ({ device_class, state_class: 'total_increasing' });

/** Where the unit alone does not say it. */
const BY_PARAMETER: Readonly<Record<string, Measure>> = {
  ACTUAL_HUMIDITY: measured('humidity'),
  HUMIDITY: measured('humidity'),
  RAIN_COUNTER: counted('precipitation'),
  GAS_ENERGY_COUNTER: counted('gas'),
  GAS_VOLUME: counted('gas'),
  OPERATING_VOLTAGE_LEVEL: measured('battery'),
  SUNSHINEDURATION: { state_class: 'total_increasing' },
};

/** Units as a CCU writes them, that mean one quantity only. */
const BY_UNIT: Readonly<Record<string, Measure>> = {
  '°C': measured('temperature'),
  V: measured('voltage'),
  mV: measured('voltage'),
  A: measured('current'),
  mA: measured('current'),
  W: measured('power'),
  kW: measured('power'),
  Wh: counted('energy'),
  kWh: counted('energy'),
  Hz: measured('frequency'),
  lx: measured('illuminance'),
  dBm: measured('signal_strength'),
  'km/h': measured('wind_speed'),
  'm/s': measured('wind_speed'),
  hPa: measured('atmospheric_pressure'),
  'm³/h': measured('volume_flow_rate'),
  ppm: measured('carbon_dioxide'),
  min: measured('duration'),
  s: measured('duration'),
};

/** Quantity of a number with its unit. */
export function measureOf(parameter: string, unit: string | undefined): Measure {
  return BY_PARAMETER[parameter] ?? (unit === undefined ? undefined : BY_UNIT[unit]) ?? measured();
}

/** What it means when a yes or no is yes. */
export const YES_MEANS: Readonly<Record<string, string>> = {
  LOWBAT: 'battery',
  LOW_BAT: 'battery',
  MOTION: 'motion',
  PRESENCE_DETECTION_STATE: 'occupancy',
  MOISTURE_DETECTED: 'moisture',
  WATERLEVEL_DETECTED: 'moisture',
  RAINING: 'moisture',
  SABOTAGE: 'tamper',
  SMOKE_ALARM: 'smoke',
  TEAM_ALARM: 'smoke',
  ERROR_OVERHEAT: 'problem',
  ERROR_OVERLOAD: 'problem',
  ERROR_REDUCED: 'problem',
  ERROR_UNDERVOLTAGE: 'problem',
  ERROR_JAMMED: 'problem',
  ERROR_UPDATE: 'problem',
  EMERGENCY_OPERATION: 'problem',
  SENSOR_ERROR: 'problem',
};
