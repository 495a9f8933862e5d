import { Status } from '@matter/main/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasData, realHouse, realTypes } from '../../device-model/test/real-devices.js';
import { startTestBridge, type TestBridge } from './bridge-world.js';
import { type Controller, createController } from './controller.js';
import { clustersOf, type RemoteCluster, writableOf, write } from './every-write.js';
import { createLivingHouse, type LivingHouse } from './living-house.js';
import { REAL_TYPES } from './real-types.js';

const LONG = { timeout: 300_000 };
/** In hundredths of a degree. */
const WARM = 2150;
const OUT_OF_RANGE = 9000;

const models = Object.keys(REAL_TYPES).filter((model) => REAL_TYPES[model]?.some((row) => row.includes('thermostat')));

describe.skipIf(!hasData)('a controller of real thermostats (CCU_GATEWAY_CCU_DATA)', () => {
  let world: TestBridge<LivingHouse>;
  let home: Controller;
  let thermostats: readonly RemoteCluster[];

  beforeAll(async () => {
    const types = realTypes().filter(({ model }) => models.includes(model));
    world = await startTestBridge({ house: createLivingHouse(realHouse(types)) });
    const things = world.bridge.exposable().filter(({ mappable }) => mappable === 'mappable');
    await world.bridge.exposeAll(
      things.map(({ central_name, device_address, channel_no, dp_kind, dp_key }) => ({
        ...{ central_name, device_address, channel_no, dp_kind, dp_key },
        enabled: true,
      })),
    );
    home = await createController(world.simulator.addHost(2));
    await home.commission((await world.bridge.openWindow(180)).manual_code);
    thermostats = clustersOf(home).filter(({ model }) => model.name === 'Thermostat');
  }, LONG.timeout);
  afterAll(async () => {
    await home?.close();
    await world?.stop();
  });

  const set = async (of: RemoteCluster, hundredths: number) => {
    const setpoint = writableOf(of).find(({ name }) => name === 'OccupiedHeatingSetpoint');
    if (setpoint === undefined) throw new Error('the set-point cannot be written');
    return write(home, of, setpoint, hundredths);
  };

  it('finds every type of them', () => {
    expect(models).toHaveLength(10);
    expect(thermostats).toHaveLength(models.length);
  });

  it('sets the temperature of each, which the CCU receives and the controller hears', LONG, async () => {
    const devices = new Set<string>();
    for (const thermostat of thermostats) {
      const before = world.house.writes.length;
      expect(await set(thermostat, WARM)).toBe(Status.Success);
      const sent = world.house.writes.slice(before);
      expect(JSON.stringify(sent)).toContain(`"value":${WARM / 100}`);
      for (const each of sent) devices.add(each.kind === 'value' ? each.channelAddress : each.address);
      const endpoint = await home.endpoint(thermostat.endpoint);
      await endpoint.hears(thermostat.model.propertyName, 'occupiedHeatingSetpoint', WARM);
    }
    expect(devices.size).toBe(models.length);
    expect(world.incidents).toEqual([]);
  });

  it('is refused a temperature out of range by each, with a constraint error and no write', LONG, async () => {
    const before = world.house.writes.length;
    for (const thermostat of thermostats) expect(await set(thermostat, OUT_OF_RANGE)).toBe(Status.ConstraintError);
    expect(world.house.writes).toHaveLength(before);
    expect(world.incidents).toEqual([]);
  });

  it('receives a failure from each while the CCU is away, and the bridge goes on', LONG, async () => {
    world.house.fail(new Error('the CCU does not answer'));
    for (const thermostat of thermostats) expect(await set(thermostat, WARM - 100)).toBe(Status.Failure);
    world.house.fail(undefined);
    for (const thermostat of thermostats) expect(await set(thermostat, WARM - 100)).toBe(Status.Success);
    expect(world.supervised.status().listening).toBe(true);
  });
});
