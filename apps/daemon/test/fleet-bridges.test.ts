import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type NatsServer, natsServer, startNatsServer } from '../../../packages/fleet/test/nats-server.js';
import { noPostgres, type PostgresServer, startPostgres } from '../../../packages/postgres/test/server.js';
import { type Receiver, receiverForEach } from '../../../packages/webhook-bridge/test/receiver.js';
import { startWorld, type World, type WorldOptions } from './world.js';

const missing = natsServer === undefined ? 'nats-server is not installed' : noPostgres;
const note = missing === undefined ? '' : ` (skipped: ${missing})`;
const patience = { timeout: 50_000, interval: 20 };

const THERMOSTAT = '00F1C0DE000001';
const TOPIC = `device.${THERMOSTAT}.channels.1.data_points.ACTUAL_TEMPERATURE`;
const anna = { name: 'anna', password: 'ein langes Passwort' };

let receiver: Receiver;
receiverForEach((started) => {
  receiver = started;
});
const received = () =>
  receiver.received.flatMap(({ body }) => (body.data.events ?? []).map(({ payload }) => payload.value));
/** The other gateway may have delivered already, and been refused. */
const acceptFromNowOn = () => {
  receiver.answerStatus(204);
  receiver.received.length = 0;
};
const losses = () => receiver.received.flatMap(({ body }) => body.data.lost ?? []);
const isDelivering = (world: World) =>
  vi.waitFor(async () => {
    expect((await world.call('GET', '/api/v1/webhooks/status')).json.webhooks).toHaveLength(1);
  }, patience);
const isConnected = (world: World) =>
  vi.waitFor(() => {
    const states = world.gateway.centrals.all().flatMap((ccu) => ccu.status().map(({ state }) => state));
    expect(new Set(states)).toEqual(new Set(['connected']));
  }, patience);
const component = async (world: World, wanted: string) =>
  (await world.call('GET', '/api/v1/health')).json.components.find(({ name }: { name: string }) => name === wanted);

describe.skipIf(missing !== undefined)(`bridges and settings of gateways that share PostgreSQL${note}`, () => {
  let postgres: PostgresServer;
  let nats: NatsServer;
  let schemas = 0;
  const worlds: World[] = [];
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    nats = await startNatsServer();
  });
  afterEach(async () => {
    for (const world of worlds.splice(0).reverse()) await world.close();
    await nats.dispose();
    schemas += 1;
  });
  afterAll(() => postgres?.dispose());

  async function start(name: string, options: WorldOptions = {}): Promise<World> {
    const config = {
      north: { rest: { listen: '127.0.0.1:0', auth: { users: { [anna.name]: anna.password } } } },
      callback: { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: name },
      fleet: { name: 'house', role: 'all', lease_ttl: '2s', nats: { servers: [nats.url] } },
      persistence: { postgres: { ...postgres.place, schema: `bridges_${schemas}`, pool_size: 3 } },
    };
    const env = { SERVICE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64') };
    const world = await startWorld({ ...options, config, env });
    worlds.push(world);
    return world;
  }
  const put = async (world: World, section: string, body: object) => {
    const { status, json, text } = await world.call('PUT', `/api/v1/config/sections/${section}`, { body });
    expect([status, json.applied], text).toEqual([200, true]);
  };

  it('send refused deliveries from the gateway that takes over, and after a start, and report no loss', async () => {
    const first = await start('first');
    const second = await start('second', { at: first.simulator, waitForCcu: false });
    const measure = (value: number) => first.simulator.emit(`${THERMOSTAT}:1`, 'ACTUAL_TEMPERATURE', value);
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const house = { url: receiver.url, secret, topics: [TOPIC], allow_networks: ['127.0.0.0/8'] };
    await put(second, 'webhooks', { endpoints: { house } });
    await isDelivering(first);
    measure(11.5);
    await vi.waitFor(() => expect(received()).toContain(11.5), patience);
    receiver.answerStatus(503);
    measure(12.5);
    await vi.waitFor(() => expect(received()).toContain(12.5), patience);
    await first.gateway.stop('test');
    acceptFromNowOn();
    await vi.waitFor(() => expect(received()).toContain(12.5), patience);
    await isConnected(second);

    receiver.answerStatus(503);
    measure(13.5);
    await vi.waitFor(() => expect(received()).toContain(13.5), patience);
    const again = await second.restart();
    worlds.push(again);
    acceptFromNowOn();
    await vi.waitFor(() => expect(received()).toContain(13.5), patience);
    expect(losses()).toEqual([]);
  });

  it('close an authentication source at all gateways although one of them cannot apply another setting, which it reports', async () => {
    const onDuty = await start('first', { waitForCcu: false });
    await vi.waitFor(() => expect(onDuty.logged()).toContain('fleet.on_duty'), patience);
    const other = await start('second', { at: onDuty.simulator, waitForCcu: false });
    const signIn = async () => {
      const authorization = `Basic ${Buffer.from(`${anna.name}:${anna.password}`).toString('base64')}`;
      const headers = { authorization };
      return (await onDuty.call('GET', '/api/v1/auth/me', { as: 'stranger', headers })).status;
    };
    expect(await signIn()).toBe(200);
    // A file that only the gateway on duty would have to read.
    await put(other, 'mqtt', { brokers: { house: { url: 'mqtts://127.0.0.1:1', ca_file: '/nowhere/ca.pem' } } });
    await vi.waitFor(
      async () =>
        expect(await component(onDuty, 'settings.mqtt')).toMatchObject({
          status: 'degraded',
          note: expect.stringContaining('mqtt.brokers.house.ca_file cannot be read (ENOENT)'),
        }),
      patience,
    );
    const { json: rest } = await other.call('GET', '/api/v1/config/sections/north.rest');
    await put(other, 'north.rest', { ...rest, auth: { ...rest.auth, basic_enabled: false } });
    await vi.waitFor(async () => expect(await signIn()).toBe(401), patience);
    expect(await component(onDuty, 'settings.mqtt')).toMatchObject({ status: 'degraded' });
    await put(other, 'mqtt', { brokers: {} });
    await vi.waitFor(async () => expect(await component(onDuty, 'settings.mqtt')).toBeUndefined(), patience);
  });
});
