import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type NatsServer,
  natsServer,
  removeStream,
  startNatsServer,
} from '../../../packages/fleet/test/nats-server.js';
import { ConfigError } from '../src/config/index.js';
import { makeCertificate } from '../src/tls/make-certificate.js';
import { type Frame, openSocket, type Socket } from './socket.js';
import { startWorld, type World, type WorldOptions } from './world.js';

const note = natsServer === undefined ? ' (skipped: nats-server is not installed)' : '';
const patience = { timeout: 50_000, interval: 20 };

const eventsOf = ({ frames }: Socket, since = 0): readonly Frame[] =>
  frames.filter(({ op, seq }) => op === undefined && Number(seq) > since);
const valuesOf = (socket: Socket, central: string) =>
  eventsOf(socket).filter(({ type, payload }) => type === 'datapoint.value_changed' && payload.central === central);

describe.skipIf(natsServer === undefined)(`gateways of a fleet${note}`, () => {
  let server: NatsServer;
  const worlds: World[] = [];
  afterEach(async () => {
    await Promise.all(worlds.splice(0).map((world) => world.close()));
    await server.dispose();
  });

  const fleet = (settings: object = {}) => ({
    ...{ name: 'house', lease_ttl: '1s' },
    nats: { servers: [server.url], ...settings },
  });

  async function start(name: string, options: WorldOptions = {}): Promise<World> {
    const callback = { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: name };
    const world = await startWorld({ central: { name }, config: { fleet: fleet(), callback }, ...options });
    worlds.push(world);
    return world;
  }

  it('show the events of all their CCUs with the same numbers, across the end of the broker, and take over clients', async () => {
    server = await startNatsServer();
    // What waits is given up with the lease, which lasts longer than the broker is away.
    const lasting = (name: string) => {
      const callback = { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: name };
      return start(name, { config: { fleet: { ...fleet(), lease_ttl: '20s' }, callback } });
    };
    const [home, cabin] = await Promise.all([lasting('home'), lasting('cabin')]);
    const sockets = await Promise.all([home, cabin].map((world) => openSocket(world)));
    for (const socket of sockets) {
      socket.send({ op: 'subscribe', topics: ['*'] });
      await socket.until(({ op }) => op === 'subscribed');
    }
    // They came to the stream one after the other.
    const subscribed = await Promise.all(sockets.map((socket) => socket.until(({ op }) => op === 'subscribed')));
    const since = Math.max(...subscribed.map(({ seq }) => Number(seq)));
    const areEqual = () => expect(eventsOf(sockets[0] as Socket, since)).toEqual(eventsOf(sockets[1] as Socket, since));
    const burst = () => {
      for (const { simulator } of [home, cabin]) simulator.faults.burst(30);
    };
    const seen = (central: string) => sockets.map((socket) => valuesOf(socket, central).length);
    burst();
    await vi.waitFor(() => {
      for (const central of ['home', 'cabin']) for (const count of seen(central)) expect(count).toBeGreaterThan(0);
    }, patience);
    await vi.waitFor(areEqual, patience);

    await server.kill();
    await Promise.all(sockets.map((socket) => socket.until(({ op, active }) => op === 'outage' && active === true)));
    const health = (await home.call('GET', '/api/v1/health')).json;
    expect(health.components).toContainEqual(
      expect.objectContaining({ name: 'events', status: 'degraded', note: expect.stringMatching(/does not answer/) }),
    );
    const before = seen('home');
    burst();
    expect((await home.call('GET', '/api/v1/devices')).status).toBe(200);
    await server.start();
    await Promise.all(sockets.map((socket) => socket.until(({ op, active }) => op === 'outage' && active === false)));
    await vi.waitFor(() => expect(seen('home')[0]).toBeGreaterThan(before[0] ?? 0), patience);
    await vi.waitFor(areEqual, patience);
    const numbers = eventsOf(sockets[0] as Socket).map(({ seq }) => Number(seq));
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    expect(sockets.flatMap(({ frames }) => frames.filter(({ op }) => op === 'replay_lost'))).toEqual([]);
    expect((await home.call('GET', '/api/v1/health')).json.components).toContainEqual(
      expect.objectContaining({ name: 'events', status: 'healthy' }),
    );

    const all = eventsOf(sockets[0] as Socket);
    const epoch = subscribed[0]?.epoch;
    await home.close();
    worlds.splice(worlds.indexOf(home), 1);
    const moved = await openSocket(cabin);
    moved.send({ op: 'subscribe', topics: ['*'], since: all[4].seq, epoch });
    await moved.until(({ op }) => op === 'replay_done');
    expect(eventsOf(moved).slice(0, all.length - 5)).toEqual(all.slice(5));
  }, 120_000);

  it('restart by themselves when the stream was removed and another one has made it again', async () => {
    server = await startNatsServer();
    const home = await start('home');
    const socket = await openSocket(home);
    await removeStream(server, 'house-events');
    const second = await start('cabin');
    expect(await home.gateway.stopRequested).toMatch(/made anew/);
    expect(await socket.closed).toBe(1012);
    expect((await second.call('GET', '/api/v1/health')).status).toBe(200);
  });

  it('tell when another one has their name', async () => {
    server = await startNatsServer();
    const home = await start('home');
    await start('home', { waitForCcu: false });
    await vi.waitFor(async () => {
      // Whoever publishes next learns it.
      await home.call('PUT', '/api/v1/config/sections/logging', { body: { level: 'debug' } });
      expect((await home.call('GET', '/api/v1/health')).json.components).toContainEqual(
        expect.objectContaining({ name: 'events', note: expect.stringMatching(/another gateway .* is named home/) }),
      );
    }, patience);
  });

  it('are not started where the broker does not answer', async () => {
    server = await startNatsServer();
    await start('home');
    const other = startWorld({
      central: { name: 'other' },
      config: { fleet: fleet({ user: 'x', password: 'canary' }) },
    });
    // This server asks nobody for a login, so that one is let in.
    worlds.push(await other);
    await server.kill();
    const refused = startWorld({ config: { fleet: fleet() } });
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(/fleet\.nats\.servers.*127\.0\.0\.1/);
  });

  it('sign in at brokers over TLS, and report a refusal without the password', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'fleet-tls-'));
    try {
      const day = 86_400_000;
      const now = Date.now();
      const times = { notBefore: now - day, notAfter: now + day, serial: randomBytes(16) };
      const { cert, key } = await makeCertificate({ names: ['localhost'], ...times });
      const files = { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') };
      writeFileSync(files.cert, cert);
      writeFileSync(files.key, key, { mode: 0o600 });
      const login = ['--user', 'gateway', '--pass', 'canary-right'];
      server = await startNatsServer('--tls', '--tlscert', files.cert, '--tlskey', files.key, ...login);
      const servers = [`tls://localhost:${server.port}`];
      const nats = { servers, user: 'gateway', password: 'canary-right', tls: { ca_file: files.cert } };
      const open = (settings: object) =>
        startWorld({ waitForCcu: false, config: { fleet: { nats: { ...nats, ...settings } } } });
      const world = await open({});
      worlds.push(world);
      expect((await world.call('GET', '/api/v1/health')).json.components).toContainEqual(
        expect.objectContaining({ name: 'events', status: 'healthy' }),
      );
      expect(world.logged()).not.toContain('canary');
      for (const [settings, said] of [
        [{ password: 'canary-wrong' }, /Authorization/i],
        [{ tls: {} }, /certificate/i],
        [{ tls: { ca_file: join(dir, 'none.pem') } }, /none\.pem cannot be read \(ENOENT\)/],
        [{ user: '' }, /user: expected with a password/],
      ] as const) {
        const refused = await open(settings).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(ConfigError);
        expect(String(refused)).toMatch(said);
        expect(String(refused)).not.toContain('canary');
      }
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
