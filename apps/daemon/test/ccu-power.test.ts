import { describe, expect, it, vi } from 'vitest';
import { startWorld, type World, type WorldOptions } from './world.js';

const PATIENCE = { timeout: 20_000, interval: 20 } as const;

async function start(simulator: NonNullable<WorldOptions['simulator']> = {}): Promise<World> {
  const world = await startWorld({ only: ['00F1C0DE000001'], simulator, central: { check_connection_interval: '1s' } });
  await vi.waitFor(async () => expect(await ccuOf(world)).toHaveProperty('latitude'), PATIENCE);
  return world;
}

const ccuOf = async (world: World) => (await world.call('GET', '/api/v1/system/ccu')).json.entries[0];
const send = (world: World, order: string, as: 'admin' | 'operator' = 'admin') =>
  world.call('POST', `/api/v1/system/ccu/home/${order}`, { as });
const audited = async (world: World) =>
  (await world.call('GET', '/api/v1/audit?limit=50&op=ccu_')).json.map(({ action }: { action: string }) => action);

describe('orders to a CCU', () => {
  it('show its position, and set another one', async () => {
    await using world = await start();
    expect(await ccuOf(world)).toMatchObject({ latitude: 52.5, longitude: 13.4, recovery_mode_supported: true });
    const body = { latitude: 48.1, longitude: 11.6 };
    expect((await world.call('PUT', '/api/v1/system/ccu/home/position', { as: 'admin', body })).status).toBe(202);
    expect(await ccuOf(world)).toMatchObject(body);
    expect(await audited(world)).toEqual(['ccu_position']);
  });

  it.each(['safe-mode', 'recovery-mode'])('%s are for admins, are audited, and reach the CCU once', async (order) => {
    await using world = await start();
    const name = order.replace('-', '_');
    expect((await send(world, order, 'operator')).status).toBe(403);
    expect((await send(world, order)).status).toBe(202);
    expect(world.simulator.received.scripts.filter((each) => each === name)).toHaveLength(1);
    expect(await audited(world)).toEqual([`ccu_${name}`]);
  });

  it('switch it off, and its interfaces are shown as not connected', async () => {
    await using world = await start();
    expect((await send(world, 'poweroff')).status).toBe(202);
    expect(await audited(world)).toEqual(['ccu_power_off']);
    await vi.waitFor(async () => {
      const { json } = await world.call('GET', '/api/v1/interfaces');
      expect(json.some(({ connected }: { connected: boolean }) => connected)).toBe(false);
    }, PATIENCE);
  });

  it('refuse the recovery system of a container, and record nothing', async () => {
    await using world = await start({ product: 'container' });
    expect(await ccuOf(world)).toMatchObject({ recovery_mode_supported: false });
    expect(await send(world, 'recovery-mode')).toMatchObject({ status: 501, json: { reason: 'unsupported' } });
    expect(await audited(world)).toEqual([]);
  });

  it('are refused while the logic layer is away or refuses them, and leave no record', async () => {
    await using world = await start();
    world.simulator.faults.refuseCalls(true, 'power_off');
    expect((await send(world, 'poweroff')).status).toBe(502);
    world.simulator.faults.logicLayerAway(true);
    expect((await send(world, 'safe-mode')).status).toBeGreaterThanOrEqual(502);
    expect(await audited(world)).toEqual([]);
  });
});
