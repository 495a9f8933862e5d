import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type NatsServer, natsServer, startNatsServer } from '../../../packages/fleet/test/nats-server.js';
import { openGate } from '../../../packages/postgres/test/gate.js';
import { noPostgres, type PostgresServer, startPostgres } from '../../../packages/postgres/test/server.js';
import { ConfigError } from '../src/config/index.js';
import { CCU_USER, startWorld, type World } from './world.js';

const missing = natsServer === undefined ? 'nats-server is not installed' : noPostgres;
const note = missing === undefined ? '' : ` (skipped: ${missing})`;
const patience = { timeout: 50_000, interval: 50 };

interface Start {
  /** Of the fleet. */
  readonly fleet?: string;
  readonly dataDir?: string;
  readonly role?: 'all' | 'link' | 'serve';
  /** Whose simulated CCU it is beside. */
  readonly at?: World;
}

describe.skipIf(missing !== undefined)(`the CCUs and settings of a fleet${note}`, () => {
  let nats: NatsServer;
  let postgres: PostgresServer;
  const servers: { dispose(): Promise<void> }[] = [];
  const worlds: World[] = [];
  beforeEach(async () => {
    nats = await startNatsServer();
    servers.push(nats);
    postgres = await startPostgres();
    servers.push(postgres);
  });
  afterEach(async () => {
    try {
      for (const world of worlds.splice(0).reverse()) await world.close();
    } finally {
      for (const server of servers.splice(0)) await server.dispose();
    }
  });

  /** A gateway without CCUs of its own. */
  async function start(
    name: string,
    place: object = {},
    { role = 'all', at, fleet = 'house', dataDir }: Start = {},
  ): Promise<World> {
    const world = await startWorld({
      waitForCcu: false,
      ...(at && { at: at.simulator }),
      ...(dataDir && { dataDir }),
      env: { SERVICE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64') },
      config: {
        centrals: [],
        callback: { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: name },
        fleet: { name: fleet, role, lease_ttl: '2s', nats: { servers: [nats.url] } },
        persistence: { postgres: { ...postgres.place, ...place } },
      },
    });
    worlds.push(world);
    return world;
  }
  const interfaces = async (world: World) => (await world.call('GET', '/api/v1/interfaces')).json;
  const connected = async (world: World) =>
    (await interfaces(world)).flatMap((each: Shown) => (each.connected ? [each.name] : []));
  interface Shown {
    readonly name: string;
    readonly connected: boolean;
  }
  const centralOf = ({ simulator: { host, ports, interfaces: all } }: World, some = all) => ({
    ...{ name: 'home', host, enabled: true, json_rpc_port: ports.jsonRpc, rega_port: ports.rega },
    ...{ username: CCU_USER.name, password_plain: CCU_USER.password },
    interfaces: some.map((name) => ({ name, port: ports[name] })),
  });
  /** Nothing is known of the CCU any more, and nothing misses it. */
  const forgets = async (world: World) => {
    await vi.waitFor(async () => {
      expect(await interfaces(world)).toEqual([]);
      expect((await world.call('GET', '/api/v1/diagnostics/fleet')).json.fleet.centrals).toEqual([]);
      const { components } = (await world.call('GET', '/api/v1/health')).json;
      expect(components.find(({ name }: { name: string }) => name === 'fleet')).toMatchObject({ status: 'healthy' });
    }, patience);
  };

  it('are known to all of them as soon as one stores them, and stay connected when that one stops', async () => {
    const [one, other] = [await start('one'), await start('other')];
    const all = one.simulator.interfaces;
    expect((await one.call('POST', '/api/v1/centrals', { body: centralOf(one) })).status).toBe(201);
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
    await forgets(standby);
  });

  it('may be changed at the standby gateway, and change at the one that is connected with them', async () => {
    const [one, other] = [await start('one'), await start('other')];
    const all = one.simulator.interfaces;
    const shown = async (names: readonly string[]) => {
      for (const world of [one, other]) {
        await vi.waitFor(async () => expect(await connected(world)).toEqual(names), patience);
      }
    };
    const body = centralOf(one, all.slice(0, 1));
    expect((await one.call('POST', '/api/v1/centrals', { body })).status).toBe(201);
    await shown(all.slice(0, 1));
    const [holder, standby] = one.gateway.centrals.all().length === 1 ? [one, other] : [other, one];
    const { status } = await standby.call('PUT', '/api/v1/centrals/home', { body: centralOf(one) });
    expect([200, 204]).toContain(status);
    await shown(all);
    // What it knows of the CCU is still in order: it takes it over, and lets it go.
    await holder.gateway.stop('test');
    await vi.waitFor(() => expect(standby.gateway.centrals.all()).toHaveLength(1), patience);
    expect((await standby.call('DELETE', '/api/v1/centrals/home')).status).toBe(204);
    await forgets(standby);
  });

  it('are forgotten by all of them when they are removed', async () => {
    const [one, other] = [await start('one'), await start('other')];
    expect((await one.call('POST', '/api/v1/centrals', { body: centralOf(one) })).status).toBe(201);
    for (const world of [one, other]) {
      await vi.waitFor(async () => expect(await connected(world)).toEqual(one.simulator.interfaces), patience);
    }
    expect((await one.call('DELETE', '/api/v1/centrals/home')).status).toBe(204);
    for (const world of [one, other]) await forgets(world);
  });

  it('are the stored ones, at all gateways, also where the answer of the database to a change was lost', async () => {
    const gate = await openGate(postgres.tcp);
    servers.unshift({ dispose: async () => gate.close() });
    const [one, other] = [await start('one', gate.place), await start('other')];
    const all = one.simulator.interfaces;
    const lost = async (statement: string, method: string, path: string, body?: object) => {
      gate.loseAnswersTo(statement);
      const { status, json } = await one.call(method, path, { body });
      gate.loseAnswersTo(undefined);
      expect([status, json.reason]).toEqual([502, 'outcome_unknown']);
    };
    const everywhere = async (names: readonly string[]) => {
      for (const world of [one, other]) {
        await vi.waitFor(async () => expect(await connected(world)).toEqual(names), patience);
      }
    };
    await lost('COMMIT', 'POST', '/api/v1/centrals', centralOf(one, all.slice(0, 1)));
    await everywhere(all.slice(0, 1));
    await lost('COMMIT', 'PUT', '/api/v1/centrals/home', centralOf(one));
    await everywhere(all);
    await lost('COMMIT', 'DELETE', '/api/v1/centrals/home');
    for (const world of [one, other]) await forgets(world);
    // What one of them records is written a moment later.
    await vi.waitFor(async () => {
      const { json } = await other.call('GET', '/api/v1/audit?limit=50');
      const changes = json.filter(({ action }: { action: string }) => action.startsWith('central_'));
      expect(changes.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['pending', 'pending', 'pending']);
    }, patience);
  });

  it('follow changes made while no gateway was connected with them: with other interfaces, or removed', async () => {
    const serve = await start('serve', {}, { role: 'serve' });
    const probe = () => serve.call('POST', '/api/v1/centrals/probe', { body: centralOf(serve) });
    expect(await probe()).toMatchObject({ status: 503, json: { reason: 'no_member' } });
    const link = await start('link', {}, { role: 'link', at: serve });
    // Tried where CCUs are connected with, as soon as one that does so is known.
    await vi.waitFor(async () => {
      expect(await probe()).toMatchObject({ status: 200, json: { reachable: true, login: 'accepted' } });
    }, patience);
    const all = serve.simulator.interfaces;
    const [first] = all;
    expect((await serve.call('POST', '/api/v1/centrals', { body: centralOf(serve, all.slice(0, 1)) })).status).toBe(
      201,
    );
    await vi.waitFor(async () => expect(await connected(serve)).toEqual([first]), patience);
    await link.gateway.stop('test');
    const change = await serve.call('PUT', '/api/v1/centrals/home', { body: centralOf(serve) });
    expect([200, 202, 204]).toContain(change.status);
    const next = await start('next', {}, { role: 'link', at: serve });
    await vi.waitFor(async () => expect(await connected(serve)).toEqual(all), patience);
    await next.gateway.stop('test');
    expect((await serve.call('DELETE', '/api/v1/centrals/home')).status).toBe(204);
    await forgets(serve);
  });

  it('are not those of another fleet with its name: a gateway with another database is refused, and changes nothing', async () => {
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

  it('are not those of another fleet while the database that separates them is away, where it was there before', async () => {
    const one = await start('one');
    const dataDir = mkdtempSync(join(tmpdir(), 'fleet-centrals-'));
    servers.push({ dispose: async () => rmSync(dataDir, { recursive: true, force: true }) });
    const [place, more] = [{ schema: 'another_house' }, { dataDir }];
    const other = await start('other', place, { ...more, fleet: 'cabin' });
    await other.gateway.stop('test');
    await postgres.kill();
    await expect(start('other', place, more)).rejects.toThrow(/another fleet is called "house" on this broker/);
    await postgres.start();
    const members = async () => (await one.call('GET', '/api/v1/diagnostics/fleet')).json.fleet?.members;
    await vi.waitFor(async () => expect(await members()).toHaveLength(1), patience);
  });
});
