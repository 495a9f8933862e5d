import { type DefinedDevice, inventedHouse } from '@ccu-gateway/ccu-simulator';
import { describe, expect, it } from 'vitest';
import { openSocket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000007'];

const PATIENCE = { timeout: 20_000, interval: 20 } as const;
const OF = '00F1C0DE000007';
const LAMP = '00F1C0DE0000F7';

/** The lamp of the house, under another address. */
function lamp(address: string): DefinedDevice {
  const seed = inventedHouse().devices.find(({ description }) => description.ADDRESS === OF);
  return JSON.parse(JSON.stringify(seed).replaceAll(OF, address)) as DefinedDevice;
}

const holding = { central: { behavior: { delay_new_device_creation: true } } } as const;
const status = async (world: World, address: string) => (await world.call('GET', `/api/v1/devices/${address}`)).status;
const waiting = async (world: World) =>
  (await world.call('GET', '/api/v1/inbox')).json
    .filter((each: { awaiting_release?: boolean }) => each.awaiting_release)
    .map(({ address }: { address: string }) => address);
const release = (world: World, address: string, as: 'operator' | 'viewer' = 'operator') =>
  world.call('POST', `/api/v1/devices/${address}/release`, { as });

describe('a new device, where new devices are to wait', () => {
  it('is in the inbox alone until it is released, also over a restart and while its CCU is gone', async () => {
    await using first = await startWorld({ only, ...holding });
    const socket = await openSocket(first);
    await subscribe(socket, ['*']);
    first.simulator.house.addDevice(lamp(LAMP));
    await expect.poll(() => waiting(first), PATIENCE).toEqual([LAMP]);
    expect(await status(first, LAMP)).toBe(404);
    expect((await release(first, LAMP, 'viewer')).status).toBe(403);
    expect((await release(first, OF)).status).toBe(404);
    expect(socket.frames.filter(({ payload }) => payload?.device_address === LAMP)).toEqual([]);

    await using world = await first.restart();
    expect(await waiting(world)).toEqual([LAMP]);
    expect(await status(world, LAMP)).toBe(404);
    const again = await openSocket(world);
    await subscribe(again, ['*']);
    world.simulator.faults.dropCalls(true);
    expect((await release(world, LAMP)).status).toBe(204);
    expect(await again.until(({ type }) => type === 'device.released')).toMatchObject({
      topic: `device.${LAMP}.lifecycle`,
      payload: { central: 'home', interface_id: 'home-HmIP-RF', device_address: LAMP },
    });
    expect(again.frames.some((each) => each.type === 'device.created' && each.payload.device_address === LAMP)).toBe(
      true,
    );
    expect([await status(world, LAMP), await waiting(world)]).toEqual([200, []]);
    expect((await release(world, LAMP)).status).toBe(404);
    const audit = (await world.call('GET', '/api/v1/audit?op=device_release')).json;
    expect(audit).toMatchObject([{ action: 'device_release', device_address: LAMP }]);
  });

  it('is released when it is accepted, also where its CCU has accepted it before', async () => {
    await using world = await startWorld({ only, ...holding });
    world.simulator.house.addDevice(lamp(LAMP));
    await expect.poll(() => waiting(world), PATIENCE).toEqual([LAMP]);
    // Accepted on the page of the CCU, it is in the inbox of the gateway alone.
    await world.gateway.centrals.get('home')?.hub.acceptInboxDevice(LAMP);
    const body = { name: 'Lampe Keller' };
    const accepted = await world.call('POST', `/api/v1/devices/${LAMP}/accept`, { as: 'operator', body });
    expect(accepted.status, accepted.text).toBe(202);
    const device = async () => (await world.call('GET', `/api/v1/devices/${LAMP}`)).json;
    await expect.poll(device, PATIENCE).toMatchObject({ name: 'Lampe Keller', available: true });
    expect(await waiting(world)).toEqual([]);
  });

  it('comes at once where the setting is switched off, which also releases those that wait', async () => {
    await using world = await startWorld({ only, ...holding });
    world.simulator.house.addDevice(lamp(LAMP));
    await expect.poll(() => waiting(world), PATIENCE).toEqual([LAMP]);
    const [central] = (await world.call('GET', '/api/v1/centrals')).json;
    const { created_at: _c, updated_at: _u, ...row } = central;
    const put = await world.call('PUT', '/api/v1/centrals/home', {
      body: { ...row, behavior: { ...row.behavior, delay_new_device_creation: false } },
    });
    expect(put.status, put.text).toBeLessThan(300);
    await expect.poll(() => status(world, LAMP), PATIENCE).toBe(200);
    world.simulator.house.addDevice(lamp('00F1C0DE0000F8'));
    await expect.poll(() => status(world, '00F1C0DE0000F8'), PATIENCE).toBe(200);
  });
});

describe('a CCU without a check of firmware', () => {
  it('shows no updates of devices, and refuses to plan them', async () => {
    await using world = await startWorld({ central: { behavior: { enable_device_firmware_check: false } } });
    const { items } = (await world.call('GET', '/api/v1/devices?per_page=500')).json;
    const offered = items.filter(
      (each: { update_available: boolean; updatable: boolean; firmware: { Available?: string } }) =>
        each.update_available || each.updatable || each.firmware.Available !== undefined,
    );
    expect(offered).toEqual([]);
    const body = { devices: [{ address: items[0].address, central: 'home' }] };
    expect(await world.call('POST', '/api/v1/firmware/plan', { body })).toMatchObject({
      status: 409,
      json: { reason: 'no_update' },
    });
  });
});
