import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '@ccu-gateway/ccu-simulator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { type NatsServer, natsServer, startNatsServer } from '../../../packages/fleet/test/nats-server.js';
import { keepDescriptions } from './descriptions.js';
import { type HeldProxy, openHeldProxy } from './held-proxy.js';
import { daemonBin, type Running, start as startProcess } from './process.js';
import { openSocket } from './socket.js';
import { CCU_USER, configOf, startWorld, type World } from './world.js';

const note = natsServer === undefined ? ' (skipped: nats-server is not installed)' : '';
const patience = { timeout: 50_000, interval: 20 };
const DEVICE = '00F1C0DE000005';
const POINT = `/api/v1/devices/${DEVICE}/channels/4/data-points/STATE`;
/** Of the file of each gateway: who it is at one, it is at all. */
const anna = { anna: 'ein langes Passwort' };
const asAnna = (key: string) => ({
  authorization: `Basic ${btoa(`anna:${anna.anna}`)}`,
  'Idempotency-Key': key,
});
const UNKNOWN = { status: 502, code: 'upstream_unavailable', reason: 'outcome_unknown' };

describe.skipIf(natsServer === undefined)(`writes in a fleet${note}`, () => {
  let server: NatsServer;
  let simulator: Simulator;
  let proxy: HeldProxy;
  const worlds: World[] = [];
  const ended: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    server = await startNatsServer();
    simulator = await startSimulator({ users: [CCU_USER] });
    proxy = await openHeldProxy();
    proxy.to(simulator.ports['HmIP-RF'] ?? 0);
  });
  afterEach(async () => {
    for (const end of ended.splice(0)) await end();
    for (const world of worlds.splice(0).reverse()) await world.close();
    proxy.close();
    await simulator.close();
    await server.dispose();
  });

  const optionsOf = (name: string, role: string) => ({
    config: {
      north: { rest: { listen: '127.0.0.1:0', auth: { users: anna } } },
      callback: { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: name },
      fleet: { name: 'house', role, lease_ttl: '2s', nats: { servers: [server.url] } },
    },
    central: { interfaces: [{ name: 'HmIP-RF', port: proxy.port }] },
  });
  async function start(name: string, role: string): Promise<World> {
    const timings = { confirmTimeoutMs: 200 };
    const world = await startWorld({ ...optionsOf(name, role), at: simulator, waitForCcu: false, timings });
    worlds.push(world);
    return world;
  }
  /** A gateway in a process of its own, which can be killed. */
  async function startChild(name: string): Promise<Running> {
    const dataDir = mkdtempSync(join(tmpdir(), 'fleet-writes-'));
    await keepDescriptions(dataDir);
    const file = join(dataDir, 'config.yaml');
    writeFileSync(file, stringify(configOf(simulator, optionsOf(name, 'link'))), { mode: 0o600 });
    const args = ['--no-warnings', daemonBin, 'run', '--config', file, '--data-dir', dataDir];
    const child = startProcess(process.execPath, args);
    ended.push(async () => {
      child.child.kill('SIGKILL');
      await child.exited;
      rmSync(dataDir, { recursive: true, force: true });
    });
    return child;
  }
  /** Until the gateway shows that the CCU is connected with one of the fleet. */
  const connected = (world: World) =>
    vi.waitFor(async () => {
      const { json } = await world.call('GET', '/api/v1/interfaces');
      expect(json).toMatchObject([{ connected: true }]);
      expect((await world.call('GET', POINT)).json.value).toBeTypeOf('boolean');
    }, patience);
  const statesAt = ({ gateway }: World) => gateway.centrals.all().map((ccu) => ccu.status().map(({ state }) => state));
  const valueAt = async (world: World): Promise<boolean> => (await world.call('GET', POINT)).json.value;
  const write = async (world: World, value: boolean, headers: Record<string, string> = {}) => {
    const { status, json, headers: said } = await world.call('PUT', `${POINT}/value`, { body: { value }, headers });
    return { status, code: json?.code, reason: json?.reason, replayed: said.get('idempotent-replay') ?? undefined };
  };
  const atCcu = () => vi.waitFor(() => expect(proxy.writes).toHaveLength(1), patience);

  it('that are on their way to the CCU when the gateway stops are not sent again, and their outcome is unknown', async () => {
    const link = await start('link', 'link');
    const serve = await start('serve', 'serve');
    await connected(serve);
    proxy.hold();
    const asked = write(serve, !(await valueAt(serve)));
    await atCcu();
    await link.gateway.stop('test');
    expect(await asked).toEqual(UNKNOWN);
    expect(proxy.writes).toHaveLength(1);
  });

  it('that are on their way to the CCU when the lease is lost are not sent again, and their outcome is unknown', async () => {
    const link = await start('link', 'link');
    await connected(link);
    proxy.hold();
    const asked = write(link, !(await valueAt(link)));
    await atCcu();
    await server.dispose();
    expect(await asked).toEqual(UNKNOWN);
    expect(proxy.writes).toHaveLength(1);
  });

  it('that are on their way to the CCU when its gateway is killed are not repeated by the next one, and their outcome is unknown', async () => {
    const link = await startChild('link');
    await link.until(/"event":"fleet\.held"/);
    const serve = await start('serve', 'serve');
    await connected(serve);
    const next = await start('next', 'link');
    proxy.hold();
    const [value, key] = [!(await valueAt(serve)), asAnna('one')];
    const asked = write(serve, value, key);
    await atCcu();
    link.child.kill('SIGKILL');
    expect(await link.exited).toBe(-1);
    expect(await asked).toEqual(UNKNOWN);
    // By then the next one has done all that it does when it takes a CCU over.
    await vi.waitFor(() => expect(statesAt(next)).toEqual([['connected']]), patience);
    for (const world of [serve, next]) expect(await write(world, value, key)).toEqual(UNKNOWN);
    expect(proxy.writes).toHaveLength(1);
  });

  it('with an idempotency key are done once, at whichever gateway they are repeated', async () => {
    const link = await start('link', 'link');
    const serve = await start('serve', 'serve');
    for (const world of [link, serve]) await connected(world);
    const value = !(await valueAt(link));
    const both = await Promise.all([link, serve].map((world) => write(world, value, asAnna('one'))));
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    expect(both.filter(({ replayed }) => replayed === 'true')).toHaveLength(1);
    expect(await write(serve, value, asAnna('one'))).toMatchObject({ status: 202, replayed: 'true' });
    expect(proxy.writes).toHaveLength(1);
    expect(await write(serve, value, asAnna('two'))).toMatchObject({ status: 202, replayed: undefined });
    expect(proxy.writes).toHaveLength(2);
  });

  it('that are refused or never confirmed have the same answers and events at every gateway as at the one with the CCU', async () => {
    const link = await start('link', 'link');
    const serve = await start('serve', 'serve');
    for (const world of [link, serve]) await connected(world);
    const value = !(await valueAt(link));
    const outcomes = [];
    for (const world of [link, serve]) {
      const socket = await openSocket(serve);
      socket.send({ op: 'subscribe', topics: ['*'] });
      await socket.until(({ op }) => op === 'subscribed');
      const rolledBack = async (isRefused: boolean) => {
        const { payload } = await socket.until(
          ({ type, payload: told }) =>
            type === 'datapoint.optimistic_rolled_back' && (told.reason === 'send_error') === isRefused,
        );
        return payload;
      };
      simulator.faults.swallowWrites(true);
      const accepted = await write(world, value);
      const unconfirmed = await rolledBack(false);
      simulator.faults.swallowWrites(false);
      simulator.faults.dutyCycle(100);
      const refused = await write(world, value);
      outcomes.push({ accepted, unconfirmed, refused, givenUp: await rolledBack(true) });
      simulator.faults.dutyCycle(0);
      socket.close();
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[0]).toMatchObject({
      accepted: { status: 202 },
      unconfirmed: { reason: expect.stringMatching(/^(timeout|mismatch)$/), sent: value },
      refused: { status: 502, reason: 'duty_cycle' },
    });
  });
});
