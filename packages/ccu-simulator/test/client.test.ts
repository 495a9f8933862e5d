import { createMemoryDescriptionCache, type KnownInterfaceName as InterfaceName } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { FAST, startClientWorld } from './client-world.js';

interface Sample {
  readonly interfaceName: InterfaceName;
  readonly sensor: readonly [channelAddress: string, parameter: string, value: number | boolean];
  readonly actor: readonly [channelAddress: string, parameter: string, value: number | boolean, wireType: string];
}

const SAMPLES: readonly Sample[] = [
  {
    interfaceName: 'HmIP-RF',
    sensor: ['00F1C0DE000011:1', 'ACTUAL_TEMPERATURE', 21],
    actor: ['00F1C0DE000001:1', 'SET_POINT_TEMPERATURE', 22, 'double'],
  },
  {
    interfaceName: 'BidCos-RF',
    sensor: ['SIM0000008:1', 'TEMPERATURE', -3.5],
    actor: ['SIM0000002:1', 'LEVEL', 1, 'double'],
  },
  {
    interfaceName: 'BidCos-Wired',
    sensor: ['SIW0000001:3', 'WORKING', true],
    actor: ['SIW0000001:3', 'STATE', true, 'boolean'],
  },
  {
    interfaceName: 'VirtualDevices',
    sensor: ['INT0000001:1', 'HUMIDITY', 44],
    actor: ['INT0000001:1', 'SET_POINT_TEMPERATURE', 19, 'double'],
  },
  {
    interfaceName: 'CUxD',
    sensor: ['CUX0200001:1', 'TEMPERATURE', 8.25],
    actor: ['CUX2801001:1', 'STATE', true, 'boolean'],
  },
];

describe.each(SAMPLES)('the client on $interfaceName', ({ interfaceName, sensor, actor }) => {
  /** Only the first of these clients has to read descriptions. */
  const descriptionCache = createMemoryDescriptionCache();
  const alone = { interfaces: [interfaceName], client: { descriptionCache } };

  it('connects, and has every device and every value', async () => {
    await using world = await startClientWorld(alone);
    await world.connected();
    const addresses = world.simulator.house.devices(interfaceName).map(({ description }) => description.ADDRESS);
    const described = new Set(
      world.events.flatMap((event) =>
        event.type === 'devices_described' ? event.devices.map(({ ADDRESS }) => ADDRESS) : [],
      ),
    );
    expect(addresses.filter((address) => !described.has(address))).toEqual([]);
    await world.agrees();
  });

  it('receives an event', async () => {
    await using world = await startClientWorld(alone);
    await world.connected();
    const [channelAddress, parameter, value] = sensor;
    world.simulator.emit(channelAddress, parameter, value);
    await world.until((event) => event.type === 'value' && event.parameter === parameter);
    expect(world.picture.values.get(`${channelAddress}.${parameter}`)).toBe(value);
  });

  it('writes with the type of the description, and sees the value confirmed', async () => {
    await using world = await startClientWorld(alone);
    await world.connected();
    const [channelAddress, parameter, value, wireType] = actor;
    const outcome = await world.ccu.write({
      interfaceName,
      channelAddress,
      paramsetKey: 'VALUES',
      values: { [parameter]: value },
      until: 'confirmed',
    });
    expect(outcome).toBe('confirmed');
    const [call] = [
      ...world.simulator.received.of('setValue', interfaceName),
      ...world.simulator.received.of('putParamset', interfaceName),
    ];
    const sent = call?.params[2];
    expect(sent?.type === 'struct' ? sent.value[parameter]?.type : sent?.type).toBe(wireType);
    expect(world.picture.values.get(`${channelAddress}.${parameter}`)).toBe(value);
  });

  it('reconnects by itself after a restart of the CCU, with all changes since then', async () => {
    await using world = await startClientWorld({ ...alone, client: { descriptionCache, timings: FAST } });
    await world.connected();
    const [channelAddress, parameter, value] = sensor;
    const before = world.events.length;
    const restarted = world.simulator.faults.restart({ downMs: 150, bootSeconds: 0.2 });
    world.simulator.emit(channelAddress, parameter, value);
    await restarted;
    await world.until((event) => event.type === 'link_state' && event.status.state !== 'connected', before);
    await world.reaches(interfaceName, 'connected');
    await world.agrees();
    expect(world.picture.values.get(`${channelAddress}.${parameter}`)).toBe(value);
  });
});
