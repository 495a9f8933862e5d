import { describe, expect, it } from 'vitest';
import { type ClusterPlan, exposablesIn } from '../src/index.js';
import { optionsFor, valuesOf, viewsOf } from './house.js';
import { addressOf, madeUpHouse } from './made-up.js';

const exposables = exposablesIn(viewsOf(madeUpHouse()), optionsFor());

/** A cluster of the device of a kind, in its endpoint or in one of its parts. */
function clusterOf(kind: string, name: string): ClusterPlan {
  const plans = exposables.filter(({ address }) => address === addressOf(kind)).flatMap(({ plan }) => plan ?? []);
  const clusters = plans.flatMap((plan) => [...plan.clusters, ...plan.parts.flatMap((part) => part.clusters)]);
  const found = clusters.find((cluster) => cluster.name === name);
  if (found === undefined) throw new Error(`${kind} has no ${name}`);
  return found;
}

function ask(kind: string, cluster: string, command: string, args: unknown, state: object = {}) {
  const { commands, writable } = clusterOf(kind, cluster);
  const meaning = commands[command] ?? writable[command];
  if (meaning === undefined) throw new Error(`${cluster} has no ${command}`);
  return meaning(args, { value: () => undefined, state: () => state as Readonly<Record<string, unknown>> });
}

const told = (kind: string, cluster: string, state: object) =>
  clusterOf(kind, cluster).attributes({
    value: () => undefined,
    state: () => state as Readonly<Record<string, unknown>>,
  });

describe('a covering', () => {
  it('that is closed is closed: 0 of a CCU is 10000 of Matter', () => {
    expect(
      told('shutter', 'WindowCovering', { current_position: 0, is_opening: false, is_closing: false }),
    ).toMatchObject({
      currentPositionLiftPercent100ths: 10_000,
      targetPositionLiftPercent100ths: 10_000,
      operationalStatus: { global: 0, lift: 0, tilt: 0 },
    });
    expect(told('shutter', 'WindowCovering', { current_position: 100 })).toMatchObject({
      currentPositionLiftPercent100ths: 0,
    });
    expect(ask('shutter', 'WindowCovering', 'goToLiftPercentage', { liftPercent100thsValue: 10_000 })).toMatchObject({
      operation: 'set_position',
      params: { position: 0 },
    });
    expect(ask('shutter', 'WindowCovering', 'upOrOpen', {})).toMatchObject({ operation: 'open' });
    expect(ask('shutter', 'WindowCovering', 'downOrClose', {})).toMatchObject({ operation: 'close' });
  });

  it('in motion reports its direction, and keeps the target of the command', () => {
    const moving = told('blind', 'WindowCovering', { current_position: 40, is_opening: true, is_closing: false });
    expect(moving).toMatchObject({ operationalStatus: { global: 1, lift: 1 }, currentPositionLiftPercent100ths: 6000 });
    expect(moving).not.toHaveProperty('targetPositionLiftPercent100ths');
    expect(told('blind', 'WindowCovering', { is_opening: false, is_closing: true })).toMatchObject({
      operationalStatus: { global: 2 },
    });
  });

  it('turns slats in the same direction, and is stopped instead of a position that still waits', () => {
    expect(told('blind', 'WindowCovering', { current_tilt_position: 25 })).toMatchObject({
      currentPositionTiltPercent100ths: 7500,
    });
    expect(ask('blind', 'WindowCovering', 'goToTiltPercentage', { tiltPercent100thsValue: 2500 })).toMatchObject({
      operation: 'set_tilt_position',
      params: { tilt_position: 75 },
    });
    const position = ask('blind', 'WindowCovering', 'goToLiftPercentage', { liftPercent100thsValue: 0 });
    expect(ask('blind', 'WindowCovering', 'stopMotion', {})).toMatchObject({
      operation: 'stop',
      lastWins: (position as { lastWins?: string }).lastWins,
    });
  });
});

describe('a light', () => {
  it('keeps its level while it is off, and is dimmed to at least the least', () => {
    expect(told('dimmer', 'LevelControl', { is_on: false, brightness: 0 })).toEqual({});
    expect(told('dimmer', 'LevelControl', { is_on: true, brightness: 255 })).toEqual({ currentLevel: 254 });
    const on = { is_on: true, brightness: 128 };
    expect(ask('dimmer', 'LevelControl', 'moveToLevel', { level: 0 }, on)).toMatchObject({ params: { brightness: 1 } });
    expect(ask('dimmer', 'LevelControl', 'moveToLevelWithOnOff', { level: 0 }, on)).toMatchObject({
      operation: 'turn_off',
    });
  });

  it('that is off is dimmed only by commands that switch it on, too', () => {
    const off = { is_on: false, brightness: 0 };
    expect(ask('dimmer', 'LevelControl', 'moveToLevel', { level: 100 }, off)).toEqual({ kind: 'nothing' });
    expect(
      ask('dimmer', 'LevelControl', 'moveToLevelWithOnOff', { level: 127, transitionTime: 15 }, off),
    ).toMatchObject({
      operation: 'turn_on',
      params: { brightness: 128, ramp_time: 1.5 },
      lastWins: 'level',
    });
  });

  it('that is on is not switched on again, which would change how bright it is', () => {
    expect(ask('dimmer', 'OnOff', 'on', {}, { is_on: true })).toEqual({ kind: 'nothing' });
    expect(ask('dimmer', 'OnOff', 'toggle', {}, { is_on: true })).toMatchObject({ operation: 'turn_off' });
    expect(ask('plug', 'OnOff', 'on', {}, { is_on: true })).toMatchObject({ operation: 'turn_on' });
  });

  it('shows its colour by hue and by position in the diagram, and takes both', () => {
    const red = told('colors', 'ColorControl', { is_on: true, hue: 0, saturation: 100, color_mode: 'hs' });
    expect(red).toMatchObject({ colorMode: 0, currentHue: 0, currentSaturation: 254 });
    const back = ask(
      'colors',
      'ColorControl',
      'moveToColor',
      { colorX: red.currentX, colorY: red.currentY },
      { is_on: true },
    );
    expect(back).toMatchObject({ operation: 'set_color', params: { hue: 0, saturation: 100 } });
  });

  it('has whites as mired, of its own or imitated by a colour', () => {
    expect(told('whites', 'ColorControl', { color_temp_kelvin: 2700 })).toMatchObject({
      colorMode: 2,
      colorTemperatureMireds: 370,
    });
    const warm = { colorTemperatureMireds: 370 };
    expect(ask('whites', 'ColorControl', 'moveToColorTemperature', warm, { is_on: true })).toMatchObject({
      operation: 'set_color_temp',
      params: { color_temp_kelvin: 2703 },
    });
    expect(ask('fixedColors', 'ColorControl', 'moveToColorTemperature', warm, { is_on: true })).toMatchObject({
      operation: 'set_color',
    });
    expect(ask('whites', 'ColorControl', 'moveToColorTemperature', warm, { is_on: false })).toEqual({
      kind: 'nothing',
    });
  });
});

describe('a thermostat', () => {
  const heating = {
    hvac_mode: 'auto',
    target_temperature: 21.5,
    current_temperature: 20.44,
    valve_position: 37,
    hvac_action: 'heating',
  };

  it('that follows its week program heats', () => {
    expect(told('thermostat', 'Thermostat', heating)).toMatchObject({
      systemMode: 4,
      occupiedHeatingSetpoint: 2150,
      localTemperature: 2044,
      piHeatingDemand: 37,
      thermostatRunningState: { heat: true, cool: false },
    });
    expect(ask('thermostat', 'Thermostat', 'systemMode', 4, heating)).toEqual({ kind: 'nothing' });
  });

  it('that is off shows the lowest temperature and the mode, and is switched on by hand', () => {
    const off = { hvac_mode: 'off', target_temperature: 4.5 };
    expect(told('thermostat', 'Thermostat', off)).toMatchObject({ systemMode: 0, occupiedHeatingSetpoint: 500 });
    expect(ask('thermostat', 'Thermostat', 'systemMode', 4, off)).toMatchObject({
      operation: 'set_mode',
      params: { mode: 'heat' },
    });
    expect(ask('thermostat', 'Thermostat', 'systemMode', 0, heating)).toMatchObject({ params: { mode: 'off' } });
    expect(ask('simpleThermostat', 'Thermostat', 'systemMode', 0, { hvac_mode: 'heat' })).toMatchObject({
      kind: 'refused',
    });
  });

  it('takes setpoints inside of its limits and refuses the rest', () => {
    expect(ask('thermostat', 'Thermostat', 'occupiedHeatingSetpoint', 2200)).toMatchObject({
      params: { temperature: 22 },
    });
    for (const wrong of [3100, 400, Number.NaN, '2200', null]) {
      expect(ask('thermostat', 'Thermostat', 'occupiedHeatingSetpoint', wrong)).toMatchObject({
        status: 'constraint_error',
      });
    }
    expect(ask('thermostat', 'Thermostat', 'setpointRaiseLower', { mode: 0, amount: -5 }, heating)).toMatchObject({
      params: { temperature: 21 },
    });
  });

  it('has humidity and air quality beside it, as parts of their own', () => {
    const [thing] = exposables.filter(({ address, plan }) => address === addressOf('thermostat') && plan !== undefined);
    expect(thing?.plan?.parts.map(({ id, deviceTypes }) => [id, deviceTypes[0]])).toEqual([
      ['thermostat', 'Thermostat'],
      ['humidity', 'HumiditySensor'],
      ['air', 'AirQualitySensor'],
    ]);
    expect(told('thermostat', 'RelativeHumidityMeasurement', { current_humidity: 51 })).toEqual({
      measuredValue: 5100,
    });
  });
});

describe('a lock', () => {
  it('reports its state, and neither state in motion or jammed', () => {
    expect(told('lock', 'DoorLock', { is_locked: true })).toEqual({ lockState: 1 });
    expect(told('lock', 'DoorLock', { is_locked: false })).toEqual({ lockState: 2 });
    expect(told('lock', 'DoorLock', { is_locked: true, is_jammed: true })).toEqual({ lockState: 0 });
    expect(told('lock', 'DoorLock', { is_locked: true, is_unlocking: true })).toEqual({ lockState: 0 });
    expect(told('lock', 'DoorLock', { is_locked: null })).toEqual({ lockState: null });
  });

  it('pulls the latch where the type can, and nowhere else', () => {
    for (const kind of ['lock', 'keyMatic']) {
      expect(clusterOf(kind, 'DoorLock').features).toEqual(['Unbolting']);
      expect(ask(kind, 'DoorLock', 'unlockDoor', {})).toMatchObject({ operation: 'open' });
      expect(ask(kind, 'DoorLock', 'unboltDoor', {})).toMatchObject({ operation: 'unlock' });
    }
    expect(clusterOf('keyMaticWithoutLatch', 'DoorLock').features).toEqual([]);
    expect(ask('keyMaticWithoutLatch', 'DoorLock', 'unlockDoor', {})).toMatchObject({ operation: 'unlock' });
    expect(clusterOf('keyMaticWithoutLatch', 'DoorLock').commands).not.toHaveProperty('unboltDoor');
  });
});

describe('a sensor', () => {
  const says = (kind: string, cluster: string, values: Readonly<Record<string, unknown>>) =>
    clusterOf(kind, cluster).attributes(valuesOf(values));

  it('of a window is true while it is closed, and a tilted handle is open', () => {
    expect([0, 1, 2].map((state) => says('handle', 'BooleanState', { '1.STATE': state }).stateValue)).toEqual([
      true,
      false,
      false,
    ]);
    expect(says('contact', 'BooleanState', { '1.STATE': 1 })).toEqual({ stateValue: false });
    expect(says('oldContact', 'BooleanState', { '1.STATE': false })).toEqual({ stateValue: true });
    expect(says('contact', 'BooleanState', { '1.STATE': 7 })).toEqual({});
  });

  it('of water is true while any part of it is wet', () => {
    expect(says('leak', 'BooleanState', { '1.ALARMSTATE': false, '1.MOISTURE_DETECTED': true })).toEqual({
      stateValue: true,
    });
    expect(says('leak', 'BooleanState', { '1.ALARMSTATE': false })).toEqual({ stateValue: false });
    expect(says('oldLeak', 'BooleanState', { '1.STATE': 2 })).toEqual({ stateValue: true });
  });

  it('with a doubtful or impossible value is unknown', () => {
    expect(says('weather', 'TemperatureMeasurement', { '1.ACTUAL_TEMPERATURE': -3.3 })).toEqual({
      measuredValue: -330,
    });
    expect(says('weather', 'TemperatureMeasurement', { '1.ACTUAL_TEMPERATURE': 3276.7 })).toEqual({
      measuredValue: null,
    });
    const doubted = { '1.ACTUAL_TEMPERATURE': 21, '1.ACTUAL_TEMPERATURE_STATUS': 2 };
    expect(says('weather', 'TemperatureMeasurement', doubted)).toEqual({ measuredValue: null });
    expect(says('weather', 'TemperatureMeasurement', {})).toEqual({ measuredValue: null });
    expect(says('weather', 'PressureMeasurement', { '1.AIR_PRESSURE': 1013.25 })).toEqual({ measuredValue: 1013 });
  });

  it('of smoke distinguishes its own alarm from that of another, and reports no burglary as smoke', () => {
    const state = (status: number) => says('smoke', 'SmokeCoAlarm', { '1.SMOKE_DETECTOR_ALARM_STATUS': status });
    expect(state(0)).toMatchObject({ expressedState: 0, smokeState: 0 });
    expect(state(1)).toMatchObject({ expressedState: 1, smokeState: 2 });
    expect(state(2)).toMatchObject({ expressedState: 0, smokeState: 0 });
    expect(state(3)).toMatchObject({ expressedState: 7, smokeState: 0, interconnectSmokeAlarm: 2 });
    expect(says('smoke', 'SmokeCoAlarm', { '0.LOW_BAT': true, '1.SMOKE_DETECTOR_ALARM_STATUS': 0 })).toMatchObject({
      expressedState: 3,
      batteryAlert: 1,
    });
  });

  it('of a team of smoke detectors reports the alarm of the team', () => {
    const state = (isAlarm: boolean) => says('smokeTeam', 'SmokeCoAlarm', { '1.STATE': isAlarm });
    expect(state(true)).toMatchObject({ expressedState: 1, smokeState: 2 });
    expect(state(false)).toMatchObject({ expressedState: 0, smokeState: 0 });
  });

  it('of air reports the worst of its measurements', () => {
    expect(
      [400, 900, 1200, 1800, 2500, 6000].map((co2) => says('air', 'AirQuality', { '1.CONCENTRATION': co2 }).airQuality),
    ).toEqual([1, 2, 3, 4, 5, 6]);
    const dust = { '1.MASS_CONCENTRATION_PM_2_5': 5, '1.MASS_CONCENTRATION_PM_10': 120 };
    expect(says('dust', 'AirQuality', dust)).toEqual({ airQuality: 5 });
    expect(says('oldAir', 'AirQuality', { '1.STATE': 2 })).toEqual({ airQuality: 4 });
  });

  it('of power reports thousandths, and the consumption since it counts', () => {
    const values = {
      '2.POWER': 231.45,
      '2.VOLTAGE': 229.8,
      '2.CURRENT': 1007.2,
      '2.FREQUENCY': 49.98,
      '2.ENERGY_COUNTER': 1.5,
    };
    expect(says('meteredPlug', 'ElectricalPowerMeasurement', values)).toEqual({
      activePower: 231_450,
      voltage: 229_800,
      activeCurrent: 1007,
      frequency: 49_980,
    });
    expect(says('meteredPlug', 'ElectricalEnergyMeasurement', values)).toEqual({
      cumulativeEnergyImported: { energy: 1500 },
    });
  });

  it('with a battery reports that it is to be replaced', () => {
    expect(says('contact', 'PowerSource', { '0.LOW_BAT': true })).toEqual({
      batChargeLevel: 1,
      batReplacementNeeded: true,
    });
    expect(says('contact', 'PowerSource', { '0.LOW_BAT': false })).toEqual({
      batChargeLevel: 0,
      batReplacementNeeded: false,
    });
  });
});

describe('a button', () => {
  const pressesOf = (channel: number) =>
    exposables
      .filter((each) => each.address === addressOf('remote') && each.channel === channel)
      .flatMap(({ plan }) => plan?.clusters[0]?.presses ?? [])
      .map(({ press, of }) => [of.parameter, press]);

  it('has presses by name, and is long where the type reports it', () => {
    expect(pressesOf(1)).toEqual([
      ['PRESS_SHORT', 'short'],
      ['PRESS_LONG', 'long'],
      ['PRESS_LONG_RELEASE', 'long_release'],
    ]);
    expect(clusterOf('remote', 'Switch').features).toContain('MomentarySwitchLongPress');
  });

  it('is long once while it is held, where its start is reported', () => {
    expect(pressesOf(2)).toEqual([
      ['PRESS_SHORT', 'short'],
      ['PRESS_LONG_START', 'long_start'],
      ['PRESS_LONG_RELEASE', 'long_release'],
    ]);
  });
});

it('a valve is open and closed', () => {
  expect(ask('valve', 'ValveConfigurationAndControl', 'open', { openDuration: 60 })).toMatchObject({
    params: { on_time: 60 },
  });
  expect(told('valve', 'ValveConfigurationAndControl', { is_open: false })).toEqual({
    currentState: 0,
    targetState: 0,
  });
});
