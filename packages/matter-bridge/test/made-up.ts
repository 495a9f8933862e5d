import type { HouseModel } from '../../device-model/src/index.js';
import { type ChannelSpec, type DeviceSpec, parameter, readyHouse } from '../../device-model/test/house.js';

const level = (operations: number) => parameter('FLOAT', operations, { MIN: 0, MAX: 1.01, UNIT: '100%' });
const yes = (operations: number) => parameter('BOOL', operations);
const oneOf = (operations: number, ...options: readonly string[]) =>
  parameter('ENUM', operations, { VALUE_LIST: [...options] });
const number = (min: number, max: number, operations = 5) => parameter('FLOAT', operations, { MIN: min, MAX: max });

const MAINTENANCE: ChannelSpec = {
  type: 'MAINTENANCE',
  values: {
    UNREACH: parameter('BOOL', 5, { FLAGS: 9 }),
    LOW_BAT: parameter('BOOL', 5, { FLAGS: 9 }),
    OPERATING_VOLTAGE: number(0, 25.2),
  },
};

const LIGHT = { LEVEL: level(7), RAMP_TIME: number(0, 16_343, 2), ON_TIME: number(0, 16_343, 2) };
const UNIVERSAL = {
  LEVEL: level(7),
  COLOR_TEMPERATURE: parameter('INTEGER', 7, { MIN: 1000, MAX: 10_200 }),
  DURATION_VALUE: parameter('INTEGER', 2, { MIN: 0, MAX: 16_343 }),
  DURATION_UNIT: oneOf(2, 'S', 'M', 'H', '10MS'),
};
const TINTED = {
  ...UNIVERSAL,
  HUE: parameter('INTEGER', 7, { MIN: 0, MAX: 361 }),
  SATURATION: parameter('FLOAT', 7, { MIN: 0, MAX: 1.01 }),
};
const MOVES = { STOP: parameter('ACTION', 2), ACTIVITY_STATE: oneOf(5, 'UNKNOWN', 'UP', 'DOWN', 'STABLE') };
const CLIMATE = {
  SET_POINT_TEMPERATURE: number(4.5, 30.5, 7),
  SET_POINT_MODE: parameter('INTEGER', 7, { MIN: 0, MAX: 3 }),
  CONTROL_MODE: parameter('INTEGER', 2, { MIN: 0, MAX: 3 }),
  ACTUAL_TEMPERATURE: number(-3276.8, 3276.7),
  HUMIDITY: parameter('INTEGER', 5, { MIN: 0, MAX: 100 }),
  LEVEL: level(5),
  HEATING_COOLING: oneOf(7, 'HEATING', 'COOLING'),
  CONCENTRATION: number(0, 40_000),
};
const KEY = {
  PRESS_SHORT: parameter('ACTION', 4),
  PRESS_LONG: parameter('ACTION', 4),
  PRESS_LONG_RELEASE: parameter('ACTION', 4),
};
const SIREN = {
  ACOUSTIC_ALARM_ACTIVE: yes(5),
  OPTICAL_ALARM_ACTIVE: yes(5),
  ACOUSTIC_ALARM_SELECTION: oneOf(2, 'DISABLE_ACOUSTIC_SIGNAL', 'FREQUENCY_RISING'),
  OPTICAL_ALARM_SELECTION: oneOf(2, 'DISABLE_OPTICAL_SIGNAL', 'BLINKING_ALTERNATELY_REPEATING'),
  DURATION_VALUE: parameter('INTEGER', 2, { MIN: 0, MAX: 16_383 }),
  DURATION_UNIT: oneOf(2, 'S', 'M', 'H'),
};

type Made = readonly [channelType: string, values: NonNullable<ChannelSpec['values']>];

/** One device for each kind of thing, none of them real; the number of a device is its place here. */
const KINDS: Readonly<Record<string, readonly Made[]>> = {
  plug: [['SWITCH', { STATE: yes(7), ON_TIME: number(0, 1000, 2) }]],
  meteredPlug: [
    ['SWITCH', { STATE: yes(7) }],
    [
      'POWERMETER',
      {
        POWER: number(0, 3680),
        VOLTAGE: number(0, 300),
        CURRENT: number(0, 16_000),
        FREQUENCY: number(40, 60),
        ENERGY_COUNTER: number(0, 838_860.7),
      },
    ],
  ],
  dimmer: [['DIMMER', LIGHT]],
  whites: [['UNIVERSAL_LIGHT_RECEIVER', UNIVERSAL]],
  colors: [['UNIVERSAL_LIGHT_RECEIVER', TINTED]],
  fixedColors: [
    [
      'DIMMER_VIRTUAL_RECEIVER',
      { LEVEL: level(7), COLOR: oneOf(7, 'BLACK', 'BLUE', 'GREEN', 'TURQUOISE', 'RED', 'PURPLE', 'YELLOW', 'WHITE') },
    ],
  ],
  shutter: [['SHUTTER', { LEVEL: level(7), ...MOVES }]],
  blind: [['BLIND', { LEVEL: level(7), LEVEL_2: level(7), ...MOVES }]],
  thermostat: [['HEATING_CLIMATECONTROL_TRANSCEIVER', CLIMATE]],
  simpleThermostat: [['CLIMATECONTROL_REGULATOR', { SETPOINT: number(6, 30, 7) }]],
  lock: [
    [
      'DOOR_LOCK_STATE_TRANSMITTER',
      {
        LOCK_TARGET_LEVEL: oneOf(2, 'LOCKED', 'UNLOCKED', 'OPEN'),
        LOCK_STATE: oneOf(5, 'UNKNOWN', 'LOCKED', 'UNLOCKED'),
      },
    ],
  ],
  keyMatic: [
    ['KEYMATIC', { STATE: yes(7), OPEN: parameter('ACTION', 2), ERROR: oneOf(5, 'NO_ERROR', 'CLUTCH_FAILURE') }],
  ],
  keyMaticWithoutLatch: [['KEYMATIC', { STATE: yes(7) }]],
  siren: [['ALARM_SWITCH_VIRTUAL_RECEIVER', SIREN]],
  valve: [['WATER_SWITCH_VIRTUAL_RECEIVER', { STATE: yes(7), ON_TIME: number(0, 1000, 2) }]],
  garage: [
    [
      'DOOR_RECEIVER',
      {
        DOOR_COMMAND: oneOf(2, 'NOP', 'OPEN', 'STOP', 'CLOSE', 'PARTIAL_OPEN'),
        DOOR_STATE: oneOf(5, 'CLOSED', 'OPEN', 'VENTILATION_POSITION', 'POSITION_UNKNOWN'),
      },
    ],
  ],
  contact: [['SHUTTER_CONTACT', { STATE: oneOf(5, 'CLOSED', 'OPEN') }]],
  handle: [['ROTARY_HANDLE_TRANSCEIVER', { STATE: oneOf(5, 'CLOSED', 'TILTED', 'OPEN') }]],
  oldContact: [['SHUTTER_CONTACT', { STATE: yes(5) }]],
  motion: [['MOTIONDETECTOR_TRANSCEIVER', { MOTION: yes(5), ILLUMINATION: number(0, 163_830) }]],
  weather: [
    [
      'WEATHER_TRANSMIT',
      {
        ACTUAL_TEMPERATURE: number(-3276.8, 3276.7),
        ACTUAL_TEMPERATURE_STATUS: oneOf(5, 'NORMAL', 'UNKNOWN', 'OVERFLOW', 'UNDERFLOW'),
        HUMIDITY: parameter('INTEGER', 5, { MIN: 0, MAX: 100 }),
        AIR_PRESSURE: number(300, 1100),
        RAINING: yes(5),
      },
    ],
  ],
  rain: [['RAIN_DETECTION_TRANSMITTER', { RAINING: yes(5) }]],
  leak: [
    ['WATER_DETECTION_TRANSMITTER', { ALARMSTATE: yes(5), MOISTURE_DETECTED: yes(5), WATERLEVEL_DETECTED: yes(5) }],
  ],
  oldLeak: [['WATERDETECTIONSENSOR', { STATE: oneOf(5, 'DRY', 'WET', 'WATER') }]],
  smoke: [
    [
      'SMOKE_DETECTOR',
      {
        SMOKE_DETECTOR_ALARM_STATUS: oneOf(5, 'IDLE_OFF', 'PRIMARY_ALARM', 'INTRUSION_ALARM', 'SECONDARY_ALARM'),
        SMOKE_DETECTOR_COMMAND: oneOf(2, 'RESERVED_ALARM_OFF', 'INTRUSION_ALARM_OFF', 'INTRUSION_ALARM', 'SMOKE_TEST'),
      },
    ],
  ],
  monoxide: [['CO_DETECTOR', { CO_ALARM: yes(5) }]],
  air: [['CARBON_DIOXIDE_RECEIVER', { CONCENTRATION: number(0, 40_000) }]],
  dust: [
    [
      'PARTICULATE_MATTER_TRANSMITTER',
      { MASS_CONCENTRATION_PM_2_5: number(0, 1000), MASS_CONCENTRATION_PM_10: number(0, 1000) },
    ],
  ],
  oldAir: [['SENSOR_FOR_CARBON_DIOXIDE', { STATE: oneOf(5, 'LEVEL_NORMAL', 'LEVEL_ADDED', 'LEVEL_STRONG') }]],
  meter: [['POWERMETER_IGL', { POWER: number(0, 65_535), ENERGY_COUNTER: number(0, 1_000_000) }]],
  remote: [
    ['KEY_TRANSCEIVER', KEY],
    ['KEY_TRANSCEIVER', { ...KEY, PRESS_LONG_START: parameter('ACTION', 4) }],
  ],
  display: [['DISPLAY', { DISPLAY_DATA_STRING: parameter('STRING', 2), DISPLAY_DATA_COMMIT: yes(2) }]],
  wind: [['WIND_SENSOR', { WIND_SPEED: number(0, 270) }]],
  smokeTeam: [['SMOKE_DETECTOR_TEAM_V2', { STATE: yes(5) }]],
};

/** The address of the device of a kind. */
export const addressOf = (kind: string): string => `MADE${String(Object.keys(KINDS).indexOf(kind)).padStart(6, '0')}`;

const SPECS: readonly DeviceSpec[] = Object.entries(KINDS).map(([kind, channels]) => ({
  address: addressOf(kind),
  type: `made-up ${kind}`,
  channels: [MAINTENANCE, ...channels.map(([type, values]) => ({ type, values }))],
}));

/** A house with one device of each kind. */
export const madeUpHouse = (): HouseModel => readyHouse({ specs: SPECS }).house;
