import { afterEach, describe, expect, it, vi } from 'vitest';
import { type NatsServer, natsServer, startNatsServer } from '../../../packages/fleet/test/nats-server.js';
import { startWorld, type World, type WorldOptions } from './world.js';

const note = natsServer === undefined ? ' (skipped: nats-server is not installed)' : '';
const patience = { timeout: 50_000, interval: 20 };
/** Of a test that waits for a fleet more than once, in milliseconds. */
const changes = 120_000;

const statusOf = async (world: World) => (await world.call('GET', '/api/v1/diagnostics/fleet')).json;
const figuresOf = async (world: World): Promise<readonly string[]> =>
  (await world.call('GET', '/api/v1/metrics')).text.split('\n').filter((line) => line.startsWith('ccu_gateway_fleet'));
const trouble = async (world: World) =>
  (await world.call('GET', '/api/v1/health')).json.components.find(({ name }: { name: string }) => name === 'fleet');

describe.skipIf(natsServer === undefined)(`the status of a fleet at a gateway${note}`, () => {
  let server: NatsServer;
  const worlds: World[] = [];
  afterEach(async () => {
    for (const world of worlds.splice(0).reverse()) await world.close();
    await server.dispose();
  });

  async function start(name: string, role: string, options: WorldOptions = {}): Promise<World> {
    const callback = { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: name };
    const fleet = { name: 'house', role, lease_ttl: '4s', nats: { servers: [server.url] } };
    const world = await startWorld({ ...options, config: { fleet, callback } });
    worlds.push(world);
    return world;
  }

  it(
    'lists the gateways and the holder of each CCU, on each of them, until no one holds it and the broker is gone',
    async () => {
      server = await startNatsServer();
      const link = await start('link', 'link');
      const serve = await start('serve', 'serve', { at: link.simulator, waitForCcu: false });
      await vi.waitFor(async () => {
        expect(await trouble(serve)).toMatchObject({ status: 'healthy' });
        expect(await figuresOf(serve)).toContain('ccu_gateway_fleet_central_known{central="home"} 1');
        expect(await statusOf(serve)).toMatchObject({
          enabled: true,
          fleet: {
            name: 'house',
            broker: { state: 'connected' },
            members: [
              { name: 'link', roles: ['link'], compatible: true, urls: [link.url] },
              { name: 'serve', roles: ['serve'], compatible: true, centrals: [] },
            ],
            centrals: [{ central: 'home', holder: { name: 'link' }, copy: 'following' }],
          },
        });
        const own = (await statusOf(link)).fleet;
        expect(own.centrals).toEqual([
          { central: 'home', holder: { id: own.self, name: 'link', token: expect.any(Number) }, copy: 'held' },
        ]);
        expect(await figuresOf(link)).toContain('ccu_gateway_fleet_lease_held{central="home"} 1');
      }, patience);
      expect((await serve.call('GET', '/api/v1/diagnostics/fleet', { as: 'operator' })).status).toBe(403);

      await link.gateway.stop('test');
      await vi.waitFor(async () => {
        expect(await trouble(serve)).toMatchObject({ status: 'degraded', reason: 'fleet_no_holder' });
        expect(await figuresOf(serve)).toContain('ccu_gateway_fleet_holder_known{central="home"} 0');
        expect((await statusOf(serve)).fleet).toMatchObject({
          members: [{ name: 'serve' }],
          centrals: [{ central: 'home', copy: 'following' }],
        });
      }, patience);

      await server.kill();
      await vi.waitFor(async () => {
        expect(await trouble(serve)).toMatchObject({ reason: 'fleet_outage' });
        const { fleet } = await statusOf(serve);
        expect(fleet).toMatchObject({ broker: { state: 'outage', reason: expect.any(String) } });
        expect(fleet).not.toHaveProperty('members');
        expect(await figuresOf(serve)).toContain('ccu_gateway_fleet_outage 1');
      }, patience);
    },
    changes,
  );
});
