/** Systems that show some device types. The others show all. */
export type Selective = 'alexa' | 'apple' | 'google';

const EVERY: readonly Selective[] = ['alexa', 'apple', 'google'];

/** Matter's device types of functions, and the selective systems that show each; see docs/matter.md. */
export const DEVICE_TYPES = {
  AirQualitySensor: EVERY,
  ColorTemperatureLight: EVERY,
  ContactSensor: EVERY,
  DimmableLight: EVERY,
  DoorLock: EVERY,
  ExtendedColorLight: EVERY,
  GenericSwitch: ['alexa', 'apple'],
  HumiditySensor: EVERY,
  LightSensor: ['apple', 'google'],
  OccupancySensor: EVERY,
  OnOffLight: EVERY,
  OnOffPlugInUnit: EVERY,
  PressureSensor: ['google'],
  RainSensor: [],
  SmokeCoAlarm: EVERY,
  TemperatureSensor: EVERY,
  Thermostat: EVERY,
  WaterLeakDetector: ['apple', 'google'],
  WaterValve: [],
  WindowCovering: EVERY,
} as const satisfies Readonly<Record<string, readonly Selective[]>>;

/** The same for types of a further part of an endpoint: they never stand alone. */
export const UTILITY_TYPES = {
  ElectricalSensor: [],
  PowerSource: EVERY,
} as const satisfies Readonly<Record<string, readonly Selective[]>>;

export type UtilityType = keyof typeof UTILITY_TYPES;

/** Device type of a function. */
export type FunctionType = keyof typeof DEVICE_TYPES | UtilityType;

/** Device type that an endpoint can begin with: of a function, or of a thing with several functions or none. */
export type MainType = keyof typeof DEVICE_TYPES | 'BridgedNode';

/** Device type of an endpoint. */
export type DeviceType = MainType | UtilityType;

export const isUtility = (type: DeviceType): type is UtilityType => Object.hasOwn(UTILITY_TYPES, type);

/** Device types that a system shows. */
export function typesOf(system: Selective): ReadonlySet<FunctionType> {
  const rows: readonly (readonly [string, readonly Selective[]])[] = Object.entries({
    ...DEVICE_TYPES,
    ...UTILITY_TYPES,
  });
  // The keys of the tables are the types.
  return new Set(rows.filter(([, systems]) => systems.includes(system)).map(([type]) => type as FunctionType));
}
