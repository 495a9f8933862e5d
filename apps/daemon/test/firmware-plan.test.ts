import { inventedHouse, largeHouse } from '@ccu-gateway/ccu-simulator';
import { expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const PATIENCE = { timeout: 50_000, interval: 50 } as const;
const UPDATES = 54;

/** An installation in which as many devices of both radios have a new firmware. */
function houseWithUpdates(size: number, count: number, installing?: string) {
  const house = size === 0 ? inventedHouse() : largeHouse(size);
  let left = count;
  const devices = house.devices.map((device) => {
    if (device.description.ADDRESS === installing) {
      const description = { ...device.description, FIRMWARE_UPDATE_STATE: 'PERFORMING_UPDATE' };
      return { ...device, description };
    }
    const isRadio = device.interfaceName === 'HmIP-RF' || device.interfaceName === 'BidCos-RF';
    const isPart = ((device.description.FLAGS ?? 0) & 8) !== 0 || device.inInbox === true;
    if (!isRadio || isPart || left === 0) return device;
    left -= 1;
    const ready = device.interfaceName === 'HmIP-RF' ? { FIRMWARE_UPDATE_STATE: 'READY_FOR_UPDATE' } : {};
    return { ...device, description: { ...device.description, AVAILABLE_FIRMWARE: '9.9.9', ...ready } };
  });
  return { ...house, devices };
}

const plan = async (world: World) => (await world.call('GET', '/api/v1/firmware/plan', { as: 'viewer' })).json;

async function devicesWithUpdate(world: World): Promise<readonly { readonly address: string }[]> {
  const { json } = await world.call('GET', '/api/v1/devices?per_page=200');
  const list: readonly { readonly address: string; readonly update_available: boolean }[] = json.items ?? json;
  return list.filter(({ update_available: available }) => available).map(({ address }) => ({ address }));
}

const add = (world: World, devices: readonly { readonly address: string }[], as: 'operator' | 'viewer' = 'operator') =>
  world.call('POST', '/api/v1/firmware/plan', { as, body: { devices } });
const change = (world: World, body: object) => world.call('PATCH', '/api/v1/firmware/plan', { as: 'operator', body });

it('54 updates of a simulated CCU finish unattended, one at a time, with a restart in the middle', async () => {
  const first = await startWorld({ simulator: { house: houseWithUpdates(68, UPDATES) } });
  await expect.poll(async () => (await devicesWithUpdate(first)).length, PATIENCE).toBe(UPDATES);
  const devices = await devicesWithUpdate(first);
  expect((await add(first, devices)).status).toBe(202);
  await expect.poll(async () => (await plan(first)).history.length, PATIENCE).toBeGreaterThan(3);
  // The gateway waits for the answers to its farewell, with its interfaces still connected.
  first.simulator.faults.slow(300);
  await first.gateway.stop('test');
  first.simulator.faults.clear();
  const second = await first.restart();
  expect(first.logged()).not.toContain('a firmware update was refused');
  await expect.poll(async () => (await plan(second)).updates.length, PATIENCE).toBe(0);
  const { history } = await plan(second);
  expect(history.map(({ state }: { readonly state: string }) => state)).toEqual(Array(UPDATES).fill('done'));
  const calls = (['updateFirmware', 'installFirmware'] as const).flatMap((name) => second.simulator.received.of(name));
  expect(calls).toHaveLength(UPDATES);
  const { json: audit } = await second.call('GET', '/api/v1/audit?op=device_firmware_update&limit=100');
  expect(audit).toHaveLength(UPDATES);
  await second.close();
});

it('a plan waits, keeps its order and settings over a restart, and ends what is aborted', async () => {
  const first = await startWorld({ simulator: { house: houseWithUpdates(0, 3) } });
  expect((await change(first, { paused: true, max_duty_cycle: 40 })).status).toBe(200);
  const devices = await devicesWithUpdate(first);
  const { json } = await add(first, devices);
  const ids = json.updates.map(({ id }: { readonly id: string }) => id);
  expect(json.updates[0]).toMatchObject({ state: 'queued', waits_for: 'paused', by: 'test-operator', to: '9.9.9' });
  expect((await change(first, { order: [ids[2]] })).json.updates[0].id).toBe(ids[2]);
  const aborted = await first.call('DELETE', `/api/v1/firmware/plan/${ids[0]}`, { as: 'operator' });
  expect(aborted.json.history).toMatchObject([{ id: ids[0], state: 'aborted' }]);
  const second = await first.restart();
  expect(await plan(second)).toMatchObject({
    paused: true,
    max_duty_cycle: 40,
    updates: [{ id: ids[2] }, { id: ids[1] }],
  });
  second.simulator.faults.dutyCycle(40);
  await change(second, { paused: false });
  await second.close();
});

it('refuses what cannot be planned, in words, and plans nothing of it', async () => {
  const running = '00F1C0DE000008';
  await using world = await startWorld({ simulator: { house: houseWithUpdates(0, 1, running) } });
  await change(world, { paused: true });
  const [device] = await devicesWithUpdate(world);
  const without = { address: '00F1C0DE000007' };
  expect((await add(world, [device!], 'viewer')).status).toBe(403);
  expect((await add(world, [{ address: 'NOWHERE' }])).status).toBe(404);
  expect((await add(world, [device!, without])).json).toMatchObject({ code: 'conflict', reason: 'no_update' });
  expect((await add(world, [device!, device!])).json).toMatchObject({ code: 'conflict', reason: 'update_planned' });
  expect((await plan(world)).updates).toEqual([]);
  expect((await add(world, [device!])).status).toBe(202);
  expect((await add(world, [device!])).json).toMatchObject({ reason: 'update_planned' });
  expect((await change(world, { order: ['x'] })).json).toMatchObject({ errors: [{ field: 'order.0' }] });
  // A night without length would begin no update; the other end of the stored night is 05:00.
  const noNight = { errors: [{ field: 'night_from', reason: 'must differ from night_to' }] };
  expect((await change(world, { night_from: 5 * 60 })).json).toMatchObject(noNight);
  expect(await plan(world)).toMatchObject({ night_from: 23 * 60, night_to: 5 * 60 });
  expect((await change(world, { max_duty_cycle: 0 })).status).toBe(400);
  expect((await world.call('DELETE', '/api/v1/firmware/plan/x', { as: 'operator' })).status).toBe(404);
  const twice = await world.call('POST', `/api/v1/devices/${running}/firmware/update`, { as: 'operator' });
  expect(twice.json).toMatchObject({ code: 'conflict', reason: 'update_running' });
  expect((await add(world, [{ address: running }])).json).toMatchObject({ reason: 'update_running' });
  expect(world.simulator.received.of('installFirmware')).toEqual([]);
});
