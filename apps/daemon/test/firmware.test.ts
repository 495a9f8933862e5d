import { describe, expect, it, vi } from 'vitest';
import { openSocket } from './socket.js';
import { startWorld, type World, type WorldOptions } from './world.js';

const PATIENCE = { timeout: 20_000, interval: 20 } as const;

async function start(simulator: NonNullable<WorldOptions['simulator']>): Promise<World> {
  // The CCU is looked at ever more slowly while it works, and an interface that lost its client is found out by a ping.
  const world = await startWorld({
    simulator,
    central: { check_connection_interval: '1s' },
    timings: { jobLookMs: 100, pongTimeoutMs: 2_000 },
  });
  await vi.waitFor(async () => expect(await shownIn(world)).toMatchObject({ observed: true }), PATIENCE);
  return world;
}
const shownIn = async (world: World) => (await world.call('GET', '/api/v1/system/update')).json[0];
const install = (world: World, as: 'admin' | 'operator' = 'admin') =>
  world.call('POST', '/api/v1/system/update/install', { as });

describe('firmware of a CCU', () => {
  it('is installed once at a time on the request of an admin, shown while it lasts, and audited', async () => {
    await using world = await start({});
    const socket = await openSocket(world);
    socket.send({ op: 'subscribe', topics: ['hub.*'] });
    await socket.until((frame) => frame.op === 'subscribed');
    const before = world.simulator.product.version();
    world.simulator.faults.jobs('firmware', 'hang');
    expect((await install(world, 'operator')).status).toBe(403);
    expect((await install(world)).status).toBe(202);
    const frame = await socket.until((each) => each.type === 'hub.system_update_changed');
    expect(frame.payload).toMatchObject({ central: 'home', in_progress: true, update_available: true });
    expect(await install(world)).toMatchObject({ status: 409, json: { reason: 'update_running' } });
    world.simulator.faults.jobs('firmware', 'work');
    await vi.waitFor(() => expect(world.simulator.product.version()).not.toBe(before), PATIENCE);
    await vi.waitFor(
      async () => expect(await shownIn(world)).toMatchObject({ in_progress: false, update_available: false }),
      PATIENCE,
    );
    expect(await install(world)).toMatchObject({ status: 409, json: { reason: 'no_update' } });
    const { json } = await world.call('GET', '/api/v1/audit?limit=50');
    const updates = json.filter(({ action }: { readonly action: string }) => action === 'ccu_update');
    expect(updates).toMatchObject([{ action: 'ccu_update', central: 'home' }]);
  });

  it('that could not be fetched is logged, and no longer shown as running', async () => {
    await using world = await start({});
    world.simulator.faults.jobs('firmware', 'fail');
    expect((await install(world)).status).toBe(202);
    await vi.waitFor(() => expect(world.logged()).toContain('the CCU did not install its firmware'), PATIENCE);
    expect(await shownIn(world)).toMatchObject({ in_progress: false, update_available: true });
  });

  it.each(['container', 'ccu3'] as const)('is refused where a %s cannot install it by itself', async (product) => {
    await using world = await start({ product });
    expect(await install(world)).toMatchObject({ status: 501, json: { reason: 'unsupported' } });
  });
});
