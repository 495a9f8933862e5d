import { GatewayError } from '@ccu-gateway/gateway-core';
import { Status } from '@matter/main/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBridge, type TestBridge } from './bridge-world.js';
import { type Controller, createController } from './controller.js';
import {
  argumentsOf,
  candidatesOf,
  clustersOf,
  commandsOf,
  invoke,
  type RemoteCluster,
  writableOf,
  write,
} from './every-write.js';
import { createLivingHouse, type LivingHouse } from './living-house.js';
import { addressOf, madeUpHouse } from './made-up.js';

const LONG = { timeout: 300_000 };
const OUT_OF_RANGE = 9000;

let world: TestBridge<LivingHouse>;
let home: Controller;
beforeAll(async () => {
  world = await startTestBridge({ house: createLivingHouse(madeUpHouse()) });
  const things = world.bridge.exposable().filter(({ mappable }) => mappable === 'mappable');
  await world.bridge.exposeAll(
    things.map(({ central_name, device_address, channel_no, dp_kind, dp_key }) => ({
      ...{ central_name, device_address, channel_no, dp_kind, dp_key },
      enabled: true,
    })),
  );
  const { say } = world.house;
  say(`${addressOf('fixedColors')}:1`, 'LEVEL', 1);
  say(`${addressOf('fixedColors')}:1`, 'COLOR', 1);
  say(`${addressOf('colors')}:1`, 'LEVEL', 1);
  say(`${addressOf('colors')}:1`, 'HUE', 120);
  say(`${addressOf('colors')}:1`, 'SATURATION', 0.5);
  say(`${addressOf('thermostat')}:1`, 'SET_POINT_TEMPERATURE', 20);
  say(`${addressOf('thermostat')}:1`, 'SET_POINT_MODE', 1);
  say(`${addressOf('simpleThermostat')}:1`, 'SETPOINT', 20);
  home = await createController(world.simulator.addHost(2));
  await home.commission((await world.bridge.openWindow(180)).manual_code);
}, LONG.timeout);
afterAll(async () => {
  await home?.close();
  await world?.stop();
});

const named = (name: string): readonly RemoteCluster[] => clustersOf(home).filter(({ model }) => model.name === name);

const attribute = (of: RemoteCluster, name: string) => {
  const found = writableOf(of).find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} cannot be written`);
  return found;
};

const command = (of: RemoteCluster, name: string) => {
  const found = commandsOf(of).find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};

const hears = async ({ endpoint, model }: RemoteCluster, name: string, value: unknown) =>
  (await home.endpoint(endpoint)).hears(model.propertyName, name, value);

/** What a thing answers to a value that it takes, or that is out of its range or state. */
const ANSWERS = [Status.Success, Status.ConstraintError, Status.InvalidInState, Status.UnsupportedCommand];
/** Clusters that the library carries out alone, without a call to the bridge. */
const LIBRARY_CLUSTERS = ['Identify', 'Groups', 'ScenesManagement'];
/** Of the library, about groups and scenes that nobody made. */
const OF_THE_LIBRARY = [Status.NotFound, Status.InvalidCommand, Status.UnsupportedAccess];

/** All clusters, those of the library once for each of their forms: on every other thing the same code answers. */
function clustersToDrive(): readonly RemoteCluster[] {
  const seen = new Set<string>();
  return clustersOf(home).filter(({ model, state }) => {
    if (!LIBRARY_CLUSTERS.includes(model.name)) return true;
    const { featureMap, attributeList, acceptedCommandList } = state();
    const form = JSON.stringify([model.name, featureMap, attributeList, acceptedCommandList]);
    const isNew = !seen.has(form);
    seen.add(form);
    return isNew;
  });
}

describe('a controller', () => {
  it(
    'writes every writable attribute of every thing, of clusters of the library once, and reads the accepted value',
    LONG,
    async () => {
      const written: string[] = [];
      for (const cluster of clustersToDrive()) {
        for (const each of writableOf(cluster)) {
          const name = `${cluster.model.name}.${each.name}`;
          for (const value of candidatesOf(each)) {
            const status = await write(home, cluster, each, value);
            if (status === undefined) continue;
            expect([Status.Success, Status.ConstraintError], `${name} = ${JSON.stringify(value)}`).toContain(status);
            written.push(name);
          }
        }
      }
      expect([...new Set(written)].sort()).toEqual([
        'BridgedDeviceBasicInformation.NodeLabel',
        'ColorControl.Options',
        'DoorLock.OperatingMode',
        'Identify.IdentifyTime',
        'LevelControl.OnLevel',
        'LevelControl.Options',
        'LevelControl.StartUpCurrentLevel',
        'OnOff.OffWaitTime',
        'OnOff.OnTime',
        'OnOff.StartUpOnOff',
        'Thermostat.ControlSequenceOfOperation',
        'Thermostat.MaxHeatSetpointLimit',
        'Thermostat.MinHeatSetpointLimit',
        'Thermostat.OccupiedHeatingSetpoint',
        'Thermostat.SystemMode',
        'ValveConfigurationAndControl.DefaultOpenDuration',
        'WindowCovering.Mode',
      ]);
      expect(world.incidents).toEqual([]);
    },
  );

  it(
    'sends every command of every thing, of clusters of the library once, and is answered with a status',
    LONG,
    async () => {
      for (const cluster of clustersToDrive()) {
        const isOurs = !LIBRARY_CLUSTERS.includes(cluster.model.name);
        for (const each of commandsOf(cluster)) {
          for (const args of argumentsOf(each)) {
            const status = await invoke(home, cluster, each, args);
            if (status === undefined) continue;
            const answers = isOurs ? ANSWERS : [...ANSWERS, ...OF_THE_LIBRARY];
            expect(answers, `${cluster.model.name}.${each.name} ${JSON.stringify(args)}`).toContain(status);
          }
        }
      }
      expect(world.incidents).toEqual([]);
      expect(world.supervised.status().listening).toBe(true);
    },
  );
});

describe('a thermostat', () => {
  it('takes a set-point from a controller, and sends it to the CCU', async () => {
    const thermostats = named('Thermostat');
    expect(thermostats).toHaveLength(2);
    for (const thermostat of thermostats) {
      const before = world.house.writes.length;
      expect(await write(home, thermostat, attribute(thermostat, 'OccupiedHeatingSetpoint'), 2250)).toBe(
        Status.Success,
      );
      expect(JSON.stringify(world.house.writes.slice(before))).toContain('"value":22.5');
      await hears(thermostat, 'occupiedHeatingSetpoint', 2250);
    }
  });

  it('refuses a set-point out of its range with a constraint error', async () => {
    const before = world.house.writes.length;
    for (const thermostat of named('Thermostat')) {
      const status = await write(home, thermostat, attribute(thermostat, 'OccupiedHeatingSetpoint'), OUT_OF_RANGE);
      expect(status).toBe(Status.ConstraintError);
    }
    expect(world.house.writes).toHaveLength(before);
  });

  it('keeps its own limits, so that every temperature of the device is shown', async () => {
    for (const thermostat of named('Thermostat')) {
      for (const [name, value] of [
        ['MinHeatSetpointLimit', 2100],
        ['MaxHeatSetpointLimit', 2150],
      ] as const) {
        expect(await write(home, thermostat, attribute(thermostat, name), value)).toBe(Status.ConstraintError);
      }
    }
    world.house.say(`${addressOf('thermostat')}:1`, 'SET_POINT_TEMPERATURE', 17);
    world.house.say(`${addressOf('simpleThermostat')}:1`, 'SETPOINT', 17);
    for (const thermostat of named('Thermostat')) await hears(thermostat, 'occupiedHeatingSetpoint', 1700);
    expect(world.incidents).toEqual([]);
  });
});

describe('a light that has tints only', () => {
  const tintOnly = () =>
    named('ColorControl').filter(({ endpoint }) => serialOf(endpoint) === `${addressOf('fixedColors')}:1`);
  const serialOf = (number: number): unknown => {
    const found = [...home.peer().endpoints].find((each) => each.number === number);
    const { bridgedDeviceBasicInformation } = (found?.state ?? {}) as unknown as Record<
      string,
      { serialNumber?: string }
    >;
    return bridgedDeviceBasicInformation?.serialNumber;
  };
  const options = { optionsMask: {}, optionsOverride: {}, transitionTime: 0 };
  const WHITE = 2;
  const TINT = 0;

  it('shows the colour temperature that a controller set, until its colour is another one', async () => {
    const [light] = tintOnly();
    if (light === undefined) throw new Error('no light has tints only');
    world.house.say(`${addressOf('fixedColors')}:1`, 'LEVEL', 1);
    for (const colorTemperatureMireds of [370, 200, 201]) {
      const args = { colorTemperatureMireds, ...options };
      expect(await invoke(home, light, command(light, 'MoveToColorTemperature'), args)).toBe(Status.Success);
      await hears(light, 'colorTemperatureMireds', colorTemperatureMireds);
      await hears(light, 'colorMode', WHITE);
    }
    const args = { hue: 85, saturation: 254, ...options };
    expect(await invoke(home, light, command(light, 'MoveToHueAndSaturation'), args)).toBe(Status.Success);
    await hears(light, 'colorMode', TINT);
  });

  it('steps the colour temperature from the one that controllers read, also after a tint', async () => {
    const [light] = tintOnly();
    if (light === undefined) throw new Error('no light has tints only');
    world.house.say(`${addressOf('fixedColors')}:1`, 'LEVEL', 1);
    const step = async (stepMode: number, stepSize: number) => {
      const limits = { colorTemperatureMinimumMireds: 0, colorTemperatureMaximumMireds: 0 };
      const args = { stepMode, stepSize, ...limits, ...options };
      expect(await invoke(home, light, command(light, 'StepColorTemperature'), args)).toBe(Status.Success);
    };
    const steps = async () => {
      const before = Number(light.state().colorTemperatureMireds);
      const [mode, next] = before > 300 ? [3, before - 40] : [1, before + 40];
      const writes = world.house.writes.length;
      await step(mode, 40);
      expect(world.house.writes.length).toBeGreaterThan(writes);
      await hears(light, 'colorTemperatureMireds', next);
      await hears(light, 'colorMode', WHITE);
    };
    await steps();
    await steps();
    const args = { hue: 85, saturation: 254, ...options };
    expect(await invoke(home, light, command(light, 'MoveToHueAndSaturation'), args)).toBe(Status.Success);
    await hears(light, 'colorMode', TINT);
    await steps();
  });
});

describe('while the CCU is away', () => {
  it('every write and command for a device is answered with a failure, and the bridge continues', LONG, async () => {
    world.house.fail(new GatewayError('upstream_unavailable', 'The CCU is away'));
    const before = world.house.writes.length;
    for (const thermostat of named('Thermostat')) {
      const setpoint = attribute(thermostat, 'OccupiedHeatingSetpoint');
      expect(await write(home, thermostat, setpoint, 2300)).toBe(Status.Failure);
      expect(thermostat.state().occupiedHeatingSetpoint).toBe(1700);
      const args = { mode: 0, amount: 10 };
      expect(await invoke(home, thermostat, command(thermostat, 'SetpointRaiseLower'), args)).toBe(Status.Failure);
    }
    const [thermostat] = named('Thermostat');
    if (thermostat === undefined) throw new Error('there is no thermostat');
    const other = thermostat.state().systemMode === 0 ? 4 : 0;
    expect(await write(home, thermostat, attribute(thermostat, 'SystemMode'), other)).toBe(Status.Failure);
    for (const plug of named('OnOff')) {
      expect([Status.Success, Status.Failure]).toContain(await invoke(home, plug, command(plug, 'Toggle'), {}));
    }
    expect(world.house.writes).toHaveLength(before);
    world.house.fail(undefined);
    expect(await write(home, thermostat, attribute(thermostat, 'OccupiedHeatingSetpoint'), 2300)).toBe(Status.Success);
    expect(world.supervised.status().listening).toBe(true);
    expect(world.incidents).toEqual([]);
  });
});
