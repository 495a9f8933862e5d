import { type CcuEvent, createMemoryDescriptionCache, type WriteRequest } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { CALM, startClientWorld } from './client-world.js';

const descriptionCache = createMemoryDescriptionCache();
const THERMOSTAT = '00F1C0DE000001';
const config: WriteRequest = {
  interfaceName: 'HmIP-RF',
  channelAddress: `${THERMOSTAT}:1`,
  paramsetKey: 'MASTER',
  values: { P1_ENDTIME_MONDAY_1: 375 },
  until: 'confirmed',
};
const RECEIVER = '00F1C0DE000007';
const SENDER = '00F1C0DE000012:1';
const link: WriteRequest = {
  interfaceName: 'HmIP-RF',
  channelAddress: `${RECEIVER}:4`,
  paramsetKey: 'LINK',
  peer: SENDER,
  values: { SHORT_ON_LEVEL: { type: 'double', value: 0.4 } },
  until: 'confirmed',
};
/** Reading back only because time has passed would be later than any test waits. */
const NEVER = { ...CALM, readBackMs: 3_600_000 };
const start = (timings: typeof CALM | typeof NEVER) =>
  startClientWorld({ interfaces: ['HmIP-RF'], client: { descriptionCache, timings } });
const isPending = (value: boolean) => (event: CcuEvent) =>
  event.type === 'value' && event.parameter === 'CONFIG_PENDING' && event.value === value;
const isRolledBack = (event: CcuEvent) => event.type === 'write_rolled_back';

describe('configuration written by the client', () => {
  it('is confirmed when the device has taken it', async () => {
    await using world = await start(NEVER);
    await world.connected();
    expect(await world.ccu.write(config)).toBe('confirmed');
    expect(world.events.filter(isPending(false)).length).toBeGreaterThan(0);
    expect(world.simulator.house.master(config.channelAddress)).toMatchObject({ P1_ENDTIME_MONDAY_1: 375 });
    expect(world.events.filter(isRolledBack)).toEqual([]);
  });

  it('of a link is confirmed when the receiver has taken it', async () => {
    await using world = await start(NEVER);
    await world.connected();
    expect(await world.ccu.write(link)).toBe('confirmed');
    expect(world.events.filter(isPending(false)).length).toBeGreaterThan(0);
    expect(world.simulator.house.link(link.channelAddress, SENDER)).toMatchObject({ SHORT_ON_LEVEL: 0.4 });
    expect(world.events.filter(isRolledBack)).toEqual([]);
  });

  it('of a link stays pending while the receiver sleeps', async () => {
    await using world = await start(NEVER);
    await world.connected();
    world.simulator.faults.asleep(RECEIVER, true);
    expect(await world.ccu.write(link)).toBe('pending');
    await world.until(isPending(true));
    expect(world.simulator.house.link(link.channelAddress, SENDER)).toMatchObject({ SHORT_ON_LEVEL: 1 });
    world.simulator.faults.asleep(RECEIVER, false);
    await world.until(isPending(false));
    await expect.poll(() => world.simulator.received.of('getParamset').length).toBe(1);
    expect(world.simulator.house.link(link.channelAddress, SENDER)).toMatchObject({ SHORT_ON_LEVEL: 0.4 });
    expect(world.events.filter(isRolledBack)).toEqual([]);
  });

  it('stays pending while the device sleeps, and is right without a word when it wakes', async () => {
    await using world = await start(NEVER);
    await world.connected();
    world.simulator.faults.asleep(THERMOSTAT, true);
    expect(await world.ccu.write(config)).toBe('pending');
    await world.until(isPending(true));
    const asked = () => world.simulator.received.of('getParamset').length;
    expect(asked()).toBe(0);
    world.simulator.faults.asleep(THERMOSTAT, false);
    await world.until(isPending(false));
    await expect.poll(asked).toBe(1);
    expect(world.events.filter(isRolledBack)).toEqual([]);
  });

  it('that never reached the device is rolled back with an event', async () => {
    await using world = await start(NEVER);
    await world.connected();
    world.simulator.faults.swallowWrites(true);
    const write = world.ccu.write(config);
    const refused = expect(write).rejects.toMatchObject({ code: 'mismatch' });
    await expect.poll(() => world.simulator.received.of('putParamset').length).toBe(1);
    for (const value of [true, false]) world.simulator.emit(`${THERMOSTAT}:0`, 'CONFIG_PENDING', value);
    await refused;
    expect(world.events.filter(isRolledBack)).toMatchObject([
      { paramsetKey: 'MASTER', parameter: 'P1_ENDTIME_MONDAY_1', reason: 'mismatch', sent: 375 },
    ]);
  });

  it('that a sleeping device lost is rolled back when it wakes, also after the caller gave up', async () => {
    await using world = await start(CALM);
    await world.connected();
    world.simulator.emit(`${THERMOSTAT}:0`, 'CONFIG_PENDING', true);
    await world.until(isPending(true));
    world.simulator.faults.swallowWrites(true);
    expect(await world.ccu.write(config)).toBe('pending');
    world.simulator.emit(`${THERMOSTAT}:0`, 'CONFIG_PENDING', false);
    expect(await world.until(isRolledBack)).toMatchObject({ reason: 'mismatch', sent: 375 });
  });
});
