import { openJetStreamLog } from '@ccu-gateway/fleet/jetstream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type NatsServer, natsServer, startNatsServer } from '../../../packages/fleet/test/nats-server.js';
import { writeMark } from '../src/fleet/feed/hidden-text.js';
import { sourceOfCentral } from '../src/fleet/feed/source.js';
import { type Frame, openSocket, type Socket } from './socket.js';
import { startWorld, type World, type WorldOptions } from './world.js';

const note = natsServer === undefined ? ' (skipped: nats-server is not installed)' : '';
const patience = { timeout: 50_000, interval: 20 };

const snapshot = async (world: World) => {
  const { generated_at: _, ...shown } = (await world.call('GET', '/api/v1/snapshot')).json;
  return shown;
};
const isConnected = async (world: World) => {
  const { json } = await world.call('GET', '/api/v1/interfaces');
  expect(json.length).toBeGreaterThan(0);
  for (const { connected } of json) expect(connected).toBe(true);
};
const changes = ({ frames }: Socket): readonly Frame[] =>
  frames.filter(({ op, type }) => op === undefined && type === 'datapoint.value_changed');
const component = async (world: World, wanted: string) =>
  (await world.call('GET', '/api/v1/health')).json.components.find(({ name }: { name: string }) => name === wanted);

describe.skipIf(natsServer === undefined)(`roles of gateways${note}`, () => {
  let server: NatsServer;
  const worlds: World[] = [];
  afterEach(async () => {
    for (const world of worlds.splice(0).reverse()) await world.close();
    await server.dispose();
  });

  async function start(name: string, role: string, options: WorldOptions = {}): Promise<World> {
    const callback = { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: name };
    const fleet = { name: 'house', role, lease_ttl: '2s', nats: { servers: [server.url] } };
    const world = await startWorld({ ...options, config: { ...options.config, fleet, callback } });
    worlds.push(world);
    return world;
  }
  /** Another gateway that is configured with the same CCU. */
  const beside = (world: World, name: string, role: string, config: WorldOptions['config'] = {}) =>
    start(name, role, { at: world.simulator, waitForCcu: false, config });

  it('answer from the events of the gateway with the CCU, started at any time', async () => {
    server = await startNatsServer();
    const link = await start('link', 'link');
    const serve = await beside(link, 'serve', 'serve');
    await vi.waitFor(() => isConnected(serve), patience);
    await vi.waitFor(async () => expect(await snapshot(serve)).toEqual(await snapshot(link)), patience);
    expect(serve.gateway.centrals.all()).toEqual([]);
    const socket = await openSocket(serve);
    socket.send({ op: 'subscribe', topics: ['*'] });
    await socket.until(({ op }) => op === 'subscribed');
    link.simulator.faults.burst(20);
    await vi.waitFor(() => expect(changes(socket).length).toBeGreaterThan(0), patience);
    await vi.waitFor(async () => expect(await snapshot(serve)).toEqual(await snapshot(link)), patience);
    expect(await component(serve, 'fleet')).toMatchObject({ status: 'healthy' });
  });

  it('answer also with data of the gateway with the CCU only, or of the one that has webhooks and brokers open', async () => {
    server = await startNatsServer();
    // No one listens there.
    const endpoint = {
      url: 'http://127.0.0.1:1/',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      allow_networks: ['127.0.0.0/8'],
    };
    const config = { webhooks: { endpoints: { automation: { ...endpoint, topics: ['*'] } } } };
    const link = await start('link', 'link', { config });
    const serve = await beside(link, 'serve', 'serve', config);
    await vi.waitFor(() => isConnected(serve), patience);
    await vi.waitFor(async () => {
      expect((await serve.call('GET', '/api/v1/webhooks/status')).json.webhooks).toMatchObject([
        { name: 'automation' },
      ]);
    }, patience);
    const tested = await serve.call('POST', '/api/v1/webhooks/automation/test');
    expect([tested.status, tested.json.delivered]).toEqual([200, false]);
    expect((await serve.call('POST', '/api/v1/webhooks/other/test')).status).toBe(404);
    const links = (await serve.call('GET', '/api/v1/diagnostics/reliability')).json;
    const names = links.map((each: { readonly interface: string }) => each.interface);
    expect(names).toEqual(link.simulator.interfaces);
    expect(await serve.call('GET', '/api/v1/service-messages/suppressed')).toMatchObject({ status: 200, json: [] });
  });

  it('take a CCU over from one that stops, and report the event from which they continue', async () => {
    server = await startNatsServer();
    const first = await start('link-1', 'link');
    const second = await beside(first, 'link-2', 'link');
    const serve = await beside(first, 'serve', 'serve');
    await vi.waitFor(() => isConnected(serve), patience);
    expect(second.gateway.centrals.all()).toEqual([]);
    const socket = await openSocket(serve);
    socket.send({ op: 'subscribe', topics: ['*'] });
    await socket.until(({ op }) => op === 'subscribed');

    await first.gateway.stop('test');
    await vi.waitFor(() => expect(second.gateway.centrals.all()).toHaveLength(1), patience);
    await vi.waitFor(() => isConnected(serve), patience);
    await vi.waitFor(() => isConnected(second), patience);
    const told = socket.frames.filter(({ type }) => type === 'device.removed' || type === 'device.added');
    expect(told).toEqual([]);
    first.simulator.faults.burst(20);
    await vi.waitFor(() => expect(changes(socket).length).toBeGreaterThan(0), patience);
    await vi.waitFor(async () => expect(await snapshot(serve)).toEqual(await snapshot(second)), patience);
  });

  it('report possibly missing events of a CCU when its holder was killed before any state of it was stored', async () => {
    server = await startNatsServer();
    const watching = await start('serve', 'serve', { waitForCcu: false });
    const socket = await openSocket(watching);
    socket.send({ op: 'subscribe', topics: ['*'] });
    await socket.until(({ op }) => op === 'subscribed');
    const killed = await openJetStreamLog({
      connection: { servers: [server.url] },
      name: 'house-events',
      owner: 'house',
    });
    const hidden = { id: 'mark', topic: '$', text: writeMark('mark'), hidden: true } as const;
    expect(await (await killed.openWriter(sourceOfCentral('home'))).append([hidden])).toMatchObject({
      outcome: 'appended',
    });
    await killed.close();
    await beside(watching, 'link', 'link');
    expect(await socket.until(({ op }) => op === 'replay_lost')).toMatchObject({ reason: 'overflow' });
    await vi.waitFor(() => isConnected(watching), patience);
  });

  it('tell that another fleet has their name, which has another CCU of one name', async () => {
    server = await startNatsServer();
    const first = await start('first', 'all', { simulator: { serial: 'OEQ0000001' } });
    expect(await component(first, 'fleet')).toMatchObject({ status: 'healthy' });
    const second = await start('second', 'all', { waitForCcu: false, simulator: { serial: 'OEQ0000002' } });
    await first.gateway.stop('test');
    await vi.waitFor(async () => {
      expect(await component(second, 'fleet')).toMatchObject({
        status: 'degraded',
        reason: 'fleet_other_ccu',
        note: expect.stringMatching(
          /two fleets are called "house" on these servers\. Give one of them another fleet\.name/,
        ),
      });
    }, patience);
  });

  it('report the missing connections when the last gateway with the CCU has gone', async () => {
    server = await startNatsServer();
    const link = await start('link', 'all');
    const serve = await beside(link, 'serve', 'serve');
    await vi.waitFor(() => isConnected(serve), patience);
    await link.gateway.stop('test');
    await vi.waitFor(async () => {
      const { json } = await serve.call('GET', '/api/v1/interfaces');
      for (const { connected } of json) expect(connected).toBe(false);
      expect(await component(serve, 'fleet')).toMatchObject({
        status: 'degraded',
        note: expect.stringMatching(/no gateway of the fleet is connected with home/),
      });
    }, patience);
    expect((await serve.call('GET', '/api/v1/devices')).status).toBe(200);
  });

  it('pass calls on to the gateway with the CCU, with the same answers', async () => {
    server = await startNatsServer();
    const link = await start('link', 'link');
    const serve = await beside(link, 'serve', 'serve');
    await vi.waitFor(() => isConnected(serve), patience);
    await vi.waitFor(async () => expect(await snapshot(serve)).toEqual(await snapshot(link)), patience);
    const socket = await openSocket(serve);
    socket.send({ op: 'subscribe', topics: ['*'] });
    await socket.until(({ op }) => op === 'subscribed');

    const device = '00F1C0DE000005';
    const point = `/api/v1/devices/${device}/channels/4/data-points/STATE`;
    const before = (await serve.call('GET', point)).json.value;
    expect((await serve.call('PUT', `${point}/value`, { body: { value: !before } })).status).toBe(202);
    await socket.until(
      ({ type, payload }) =>
        type === 'datapoint.value_changed' && payload.device_address === device && payload.parameter === 'STATE',
    );
    for (const world of [serve, link]) expect((await world.call('GET', point)).json.value).toBe(!before);

    const programs = (await serve.call('GET', '/api/v1/programs')).json;
    const { id } = programs.find(({ name }: { name: string }) => name === 'Alles aus');
    expect((await serve.call('POST', `/api/v1/programs/${id}/execute`)).json).toEqual({ executed: true });
    expect((await serve.call('GET', '/api/v1/sysvars/Anwesenheit/usage')).json).toEqual(
      (await link.call('GET', '/api/v1/sysvars/Anwesenheit/usage')).json,
    );
    const flags = `/api/v1/devices/${device}/channels/4/flags`;
    expect((await serve.call('PUT', flags, { body: { hidden: true, locked: false } })).status).toBeLessThan(300);
    await vi.waitFor(
      async () => expect((await link.call('GET', flags)).json).toMatchObject({ hidden: true }),
      patience,
    );

    // What is refused there is refused here in the same words.
    const answers = await Promise.all(
      [link, serve].map(async (world) => {
        const { status, json } = await world.call('POST', '/api/v1/rooms', { body: { name: 'Wohnzimmer' } });
        return { ...json, status, request_id: '', instance: '' };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(409);
  });

  it('refuse calls that need a CCU when no gateway is connected with it', async () => {
    server = await startNatsServer();
    const link = await start('link', 'all');
    const serve = await beside(link, 'serve', 'serve');
    await vi.waitFor(() => isConnected(serve), patience);
    await link.gateway.stop('test');
    const { status, json } = await serve.call(
      'PUT',
      '/api/v1/devices/00F1C0DE000005/channels/4/data-points/STATE/value',
      {
        body: { value: true },
      },
    );
    expect([status, json.reason]).toEqual([503, 'no_central']);
    expect(json.detail).toMatch(/No gateway of the fleet is connected with home/);
  });
});
