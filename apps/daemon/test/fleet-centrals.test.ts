import { afterEach, describe, expect, it, vi } from 'vitest';
import { type NatsServer, natsServer, startNatsServer } from '../../../packages/event-stream/test/nats-server.js';
import { noPostgres, type PostgresServer, startPostgres } from '../../../packages/storage/test/postgres-server.js';
import { ConfigError } from '../src/config/index.js';
import { CCU_USER, startWorld, type World } from './world.js';

const missing = natsServer === undefined ? 'nats-server is not installed' : noPostgres;
const note = missing === undefined ? '' : ` (skipped: ${missing})`;
const patience = { timeout: 50_000, interval: 50 };

describe.skipIf(missing !== undefined)(`the CCUs and settings of a fleet${note}`, () => {
  let nats: NatsServer;
  let postgres: PostgresServer;
  const worlds: World[] = [];
  afterEach(async () => {
    for (const world of worlds.splice(0).reverse()) await world.close();
    await nats.dispose();
    postgres.dispose();
  });

  /** A gateway without CCUs of its own. */
  async function start(name: string, place: object = {}): Promise<World> {
    const world = await startWorld({
      waitForCcu: false,
      env: { SERVICE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64') },
      config: {
        centrals: [],
        callback: { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: name },
        fleet: { name: 'house', lease_ttl: '2s', nats: { servers: [nats.url] } },
        persistence: { postgres: { ...postgres.place, ...place } },
      },
    });
    worlds.push(world);
    return world;
  }
  const interfaces = async (world: World) => (await world.call('GET', '/api/v1/interfaces')).json;

  it('are known to all of them as soon as one is told, and go on when that one stops', async () => {
    nats = await startNatsServer();
    postgres = await startPostgres();
    const [one, other] = [await start('one'), await start('other')];
    const { host, ports, interfaces: all } = one.simulator;
    const central = {
      ...{ name: 'home', host, enabled: true, json_rpc_port: ports.jsonRpc, rega_port: ports.rega },
      ...{ username: CCU_USER.name, password_plain: CCU_USER.password },
      interfaces: all.map((name) => ({ name, port: ports[name] })),
    };
    expect((await one.call('POST', '/api/v1/centrals', { body: central })).status).toBe(201);
    await vi.waitFor(async () => {
      for (const world of [one, other]) {
        const shown = await interfaces(world);
        expect(shown.map(({ connected }: { connected: boolean }) => connected)).toEqual(all.map(() => true));
      }
    }, patience);
    expect([one, other].map(({ gateway }) => gateway.centrals.all().length).sort()).toEqual([0, 1]);

    const { json: logging } = await one.call('GET', '/api/v1/config/sections/logging');
    const body = { ...logging, level: 'info' };
    expect((await one.call('PUT', '/api/v1/config/sections/logging', { body })).status).toBe(200);
    await vi.waitFor(async () => {
      const { json } = await other.call('GET', '/api/v1/config/sections/logging');
      expect(json.level).toBe('info');
    }, patience);

    const [holder, standby] = one.gateway.centrals.all().length === 1 ? [one, other] : [other, one];
    await holder.gateway.stop('test');
    await vi.waitFor(() => expect(standby.gateway.centrals.all()).toHaveLength(1), patience);
    expect((await standby.call('DELETE', '/api/v1/centrals/home')).status).toBe(204);
    await vi.waitFor(async () => expect(await interfaces(standby)).toEqual([]), patience);
  });

  it('are not those of another fleet with its name: a gateway with another database is refused, and changes nothing', async () => {
    nats = await startNatsServer();
    postgres = await startPostgres();
    const one = await start('one');
    const fleet = async () => (await one.call('GET', '/api/v1/diagnostics/fleet')).json.fleet;
    await vi.waitFor(async () => expect((await fleet()).members).toHaveLength(1), patience);
    const other = start('other', { schema: 'another_house' });
    await expect(other).rejects.toThrow(ConfigError);
    await expect(other).rejects.toThrow(
      /another fleet is called "house" on this broker.*give this one another fleet\.name/,
    );
    expect((await fleet()).members).toHaveLength(1);
    await start('two');
    await vi.waitFor(async () => expect((await fleet()).members).toHaveLength(2), patience);
  });
});
