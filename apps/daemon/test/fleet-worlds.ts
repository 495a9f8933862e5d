import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type NatsServer, natsServer, startNatsServer } from '../../../packages/fleet/test/nats-server.js';
import { startWorld, type World, type WorldOptions } from './world.js';

/** Whether there is no NATS server to test with. */
export const noNats = natsServer === undefined;
/** What the title of a suite says then. */
export const noNatsNote = noNats ? ' (skipped: nats-server is not installed)' : '';
export const patience = { timeout: 50_000, interval: 20 };

/** For each test a NATS server, on which gateways of one fleet are started beside one simulated CCU. */
export function fleetForEach(options: WorldOptions = {}) {
  const worlds: World[] = [];
  let server: NatsServer;
  beforeEach(async () => {
    server = await startNatsServer();
  });
  afterEach(async () => {
    // The first one has the CCU of the others.
    for (const world of worlds.splice(0).reverse()) await world.close();
    await server.dispose();
  });

  return {
    worlds,
    async start(name: string, role: 'link' | 'serve', more: WorldOptions = {}): Promise<World> {
      const world = await startWorld({
        waitForCcu: false,
        ...(worlds[0] && { at: worlds[0].simulator }),
        ...options,
        ...more,
        config: {
          callback: { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: name },
          // Leases last as long as ever: nothing here waits for the end of one.
          fleet: { name: 'house', role, nats: { servers: [server.url] } },
          ...options.config,
        },
      });
      worlds.push(world);
      return world;
    },
  };
}

/** Until a gateway shows that the CCU is connected with one of the fleet. */
export const seesCcu = (world: World) =>
  vi.waitFor(async () => {
    expect((await world.call('GET', '/api/v1/interfaces')).json).toMatchObject([{ connected: true }]);
  }, patience);
