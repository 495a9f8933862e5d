/** What Matter allows for each attribute that a plan may say, read from the application clusters and not from the plans. */
type Check = (value: unknown) => boolean;

const whole =
  (min: number, max: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max && !Object.is(value, -0);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const yes: Check = (value) => typeof value === 'boolean';
const float =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === 'number' && value >= min && value <= max;
const oneOf =
  (...options: readonly unknown[]): Check =>
  (value) =>
    options.includes(value);
const members =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([name, each]) => Object.hasOwn(checks, name) && checks[name]?.(each) === true);

const position = orNull(whole(0, 10_000));
const percentage = orNull(whole(0, 100));
const measured = (min: number, max: number) => ({ measuredValue: orNull(whole(min, max)) });
const concentration = { measuredValue: orNull(float(0, 1_000_000)) };
const RUNNING = ['heat', 'cool', 'fan', 'heatStage2', 'coolStage2', 'fanStage2', 'fanStage3'];
const BIG = 2 ** 53 - 1;

export const RANGES: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  OnOff: { onOff: yes },
  LevelControl: { currentLevel: orNull(whole(1, 254)) },
  ColorControl: {
    colorMode: oneOf(0, 1, 2),
    enhancedColorMode: oneOf(0, 1, 2, 3),
    currentHue: whole(0, 254),
    currentSaturation: whole(0, 254),
    currentX: whole(0, 65_279),
    currentY: whole(0, 65_279),
    colorTemperatureMireds: whole(1, 65_279),
  },
  WindowCovering: {
    currentPositionLiftPercent100ths: position,
    currentPositionTiltPercent100ths: position,
    targetPositionLiftPercent100ths: position,
    targetPositionTiltPercent100ths: position,
    currentPositionLiftPercentage: percentage,
    currentPositionTiltPercentage: percentage,
    operationalStatus: members({ global: oneOf(0, 1, 2), lift: oneOf(0, 1, 2), tilt: oneOf(0, 1, 2) }),
  },
  Thermostat: {
    localTemperature: orNull(whole(-27_315, 32_767)),
    occupiedHeatingSetpoint: whole(-27_315, 32_767),
    occupiedCoolingSetpoint: whole(-27_315, 32_767),
    systemMode: oneOf(0, 3, 4),
    piHeatingDemand: whole(0, 100),
    thermostatRunningState: members(Object.fromEntries(RUNNING.map((name) => [name, yes]))),
  },
  DoorLock: { lockState: oneOf(null, 0, 1, 2, 3) },
  ValveConfigurationAndControl: { currentState: oneOf(null, 0, 1, 2), targetState: oneOf(null, 0, 1, 2) },
  BooleanState: { stateValue: yes },
  OccupancySensing: { occupancy: members({ occupied: yes }) },
  TemperatureMeasurement: measured(-5000, 12_500),
  RelativeHumidityMeasurement: measured(0, 10_000),
  PressureMeasurement: measured(300, 1200),
  IlluminanceMeasurement: measured(0, 65_534),
  SmokeCoAlarm: {
    expressedState: whole(0, 9),
    smokeState: oneOf(0, 1, 2),
    coState: oneOf(0, 1, 2),
    interconnectSmokeAlarm: oneOf(0, 1, 2),
    interconnectCoAlarm: oneOf(0, 1, 2),
    batteryAlert: oneOf(0, 1, 2),
    hardwareFaultAlert: yes,
  },
  AirQuality: { airQuality: whole(0, 6) },
  CarbonDioxideConcentrationMeasurement: concentration,
  Pm25ConcentrationMeasurement: concentration,
  Pm10ConcentrationMeasurement: concentration,
  PowerSource: {
    batChargeLevel: oneOf(0, 1, 2),
    batReplacementNeeded: yes,
    batPercentRemaining: orNull(whole(0, 200)),
  },
  ElectricalPowerMeasurement: {
    activePower: orNull(whole(-BIG, BIG)),
    voltage: orNull(whole(-BIG, BIG)),
    activeCurrent: orNull(whole(-BIG, BIG)),
    frequency: orNull(whole(0, 1_000_000)),
  },
  ElectricalEnergyMeasurement: { cumulativeEnergyImported: orNull(members({ energy: whole(0, BIG) })) },
  PowerTopology: {},
  Switch: {},
};
