/** Device class of a quantity in Home Assistant, in a unit that the class supports. */
export interface Measure {
  readonly device_class?: string;
  readonly state_class?: StateClass;
  readonly unit_of_measurement?: string;
}

type StateClass = 'measurement' | 'total_increasing';

interface Quantity {
  readonly device_class?: string;
  readonly state_class: StateClass;
  /** Of a description that has none. */
  readonly unit?: string;
}

const measured = (device_class?: string, unit?: string): Quantity => ({
  ...(device_class === undefined ? {} : { device_class }),
  state_class: 'measurement',
  ...(unit === undefined ? {} : { unit }),
});
const counted = (device_class: string, unit?: string): Quantity => ({
  device_class,
  state_class: 'total_increasing',
  ...(unit === undefined ? {} : { unit }),
});

/** Where the unit alone does not tell it. */
const BY_PARAMETER: Readonly<Record<string, Quantity>> = {
  ACTUAL_HUMIDITY: measured('humidity', '%'),
  HUMIDITY: measured('humidity', '%'),
  RAIN_COUNTER: counted('precipitation', 'mm'),
  GAS_ENERGY_COUNTER: counted('gas', 'm³'),
  GAS_VOLUME: counted('gas', 'm³'),
  GAS_FLOW: measured('volume_flow_rate', 'm³/h'),
  WATER_VOLUME: counted('water', 'L'),
  WATER_VOLUME_SINCE_OPEN: counted('water', 'L'),
  WATER_FLOW: measured('volume_flow_rate', 'L/min'),
  OPERATING_VOLTAGE_LEVEL: measured('battery', '%'),
  SUNSHINEDURATION: counted('duration', 'min'),
};

/** Units that mean one quantity only. */
const BY_UNIT: Readonly<Record<string, Quantity>> = {
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
  'L/h': measured('volume_flow_rate'),
  'L/min': measured('volume_flow_rate'),
  ppm: measured('carbon_dioxide'),
  h: measured('duration'),
  min: measured('duration'),
  s: measured('duration'),
};

/** Units of CCUs that Home Assistant writes in another way. */
const WRITTEN: Readonly<Record<string, string>> = {
  l: 'L',
  'l/h': 'L/h',
  'l/min': 'L/min',
  m3: 'm³',
  'm^3': 'm³',
  'm<sup>3</sup>': 'm³',
  'm3/h': 'm³/h',
};

/** The units in which Home Assistant takes a class; each class that is given away here is among them. */
const UNITS_OF: Readonly<Record<string, readonly string[]>> = {
  atmospheric_pressure: ['hPa'],
  battery: ['%'],
  carbon_dioxide: ['ppm'],
  current: ['A', 'mA'],
  duration: ['h', 'min', 's', 'ms'],
  energy: ['Wh', 'kWh'],
  frequency: ['Hz'],
  gas: ['m³', 'L'],
  humidity: ['%'],
  illuminance: ['lx'],
  power: ['W', 'kW'],
  precipitation: ['mm'],
  signal_strength: ['dBm'],
  temperature: ['°C'],
  voltage: ['V', 'mV'],
  volume_flow_rate: ['m³/h', 'L/h', 'L/min'],
  water: ['L', 'm³'],
  wind_speed: ['km/h', 'm/s'],
};

/** A unit as Home Assistant writes it; undefined for none. */
export const unitOf = (unit: string | undefined): string | undefined =>
  unit === undefined || unit === '' ? undefined : Object.hasOwn(WRITTEN, unit) ? WRITTEN[unit] : unit;

/** True when Home Assistant supports the unit for the class. */
export const isUnitOf = (device_class: string, unit: string | undefined): boolean =>
  unit !== undefined && UNITS_OF[device_class]?.includes(unit) === true;

const own = (table: Readonly<Record<string, Quantity>>, key: string | undefined): Quantity | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;

/** Quantity of a number with its unit. A class in a unit that Home Assistant refuses is left out. */
export function measureOf(parameter: string, given: string | undefined): Measure {
  const named = own(BY_PARAMETER, parameter);
  const unit = unitOf(given) ?? named?.unit;
  const { device_class, state_class } = named ?? own(BY_UNIT, unit) ?? measured();
  return {
    ...(device_class !== undefined && isUnitOf(device_class, unit) ? { device_class } : {}),
    state_class,
    ...(unit === undefined ? {} : { unit_of_measurement: unit }),
  };
}

/** Meaning of true for binary values. */
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
