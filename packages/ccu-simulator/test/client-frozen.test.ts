import { createMemoryDescriptionCache } from '@ccu-gateway/ccu-client';
import { expect, it } from 'vitest';
import { inventedHouse } from '../src/index.js';
import { FAST, startClientWorld } from './client-world.js';

const invented = inventedHouse();
/** Small, because the devices do not matter. */
const house = {
  ...invented,
  devices: invented.devices.filter(({ interfaceName }) => interfaceName === 'HmIP-RF').slice(0, 2),
  links: [],
};

it('a logic layer that hangs: writes end with their known outcome, then nothing is sent until it answers', async () => {
  await using world = await startClientWorld({
    interfaces: ['HmIP-RF'],
    simulator: { house },
    client: {
      descriptionCache: createMemoryDescriptionCache(),
      timings: { ...FAST, jsonTimeoutMs: 60_000, hubWriteMs: 1_500 },
    },
  });
  await world.connected();
  await world.until((event) => event.type === 'names_loaded');
  const { ccu, simulator } = world;
  const [program] = await ccu.hub.programs();
  simulator.faults.freezeLogicLayer(true);
  // The first is sent, the second waits behind it.
  const [run, set] = await Promise.allSettled([
    ccu.hub.executeProgram(program!.id),
    ccu.hub.setSysvar('Anwesenheit', true),
  ]);
  expect(run).toMatchObject({ reason: { code: 'timeout', mayHaveRun: true } });
  expect(set.status === 'rejected' && [set.reason.code, set.reason.mayHaveRun ?? false]).toEqual(['timeout', false]);
  const waiting = ccu.hub.programs();
  expect(await ccu.hub.isPresent()).toBe(false);
  await expect(waiting).rejects.toMatchObject({ code: 'booting' });
  expect(ccu.hubStatus().session).toBe('logic_layer_away');
  const [before] = simulator.house.programs().filter(({ id }) => id === program!.id);
  const calls = simulator.received.jsonCalls.length;
  await expect(ccu.hub.setSysvar('Anwesenheit', true)).rejects.toMatchObject({ code: 'booting' });
  await expect(ccu.verifyLogin('Admin', 'secret')).rejects.toMatchObject({ code: 'booting' });
  expect(simulator.received.jsonCalls.length).toBe(calls);
  simulator.faults.freezeLogicLayer(false);
  expect(await ccu.hub.isPresent()).toBe(true);
  expect((await ccu.hub.setSysvar('Anwesenheit', true)).value).toBe(true);
  expect(ccu.hubStatus()).toMatchObject({ session: 'open', scripts: 'granted' });
  // Sent calls are carried out when the logic layer continues.
  const [after] = simulator.house.programs().filter(({ id }) => id === program!.id);
  expect(after!.lastExecutedAt).not.toBe(before!.lastExecutedAt);
});

it('a logic layer that answers late is waited for', async () => {
  await using world = await startClientWorld({
    interfaces: ['HmIP-RF'],
    simulator: { house },
    client: { descriptionCache: createMemoryDescriptionCache(), timings: { ...FAST, jsonTimeoutMs: 60_000 } },
  });
  await world.connected();
  world.simulator.faults.freezeLogicLayer(true, 300);
  expect((await world.ccu.hub.programs()).length).toBeGreaterThan(0);
  expect(await world.ccu.hub.isPresent()).toBe(true);
});
