import { events } from '@ccu-gateway/contract';
import { apiOperations } from '@ccu-gateway/server';
import { Webhook as Judge } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { type Receiver, receiverForEach } from '../../../packages/webhook-bridge/test/receiver.js';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000001'];

const THERMOSTAT = '00F1C0DE000001';
const TOPIC = `device.${THERMOSTAT}.channels.1.data_points.ACTUAL_TEMPERATURE`;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let receiver: Receiver;
receiverForEach((started) => {
  receiver = started;
});

const configure = (world: World, endpoints: object) =>
  world.call('PUT', '/api/v1/config/sections/webhooks', { body: { endpoints } });

const endpoint = (more: object = {}) => ({
  url: receiver.url,
  secret: SECRET,
  topics: [TOPIC],
  allow_networks: ['127.0.0.0/8'],
  ...more,
});

const components = async (world: World) =>
  (await world.call('GET', '/api/v1/health')).json.components.filter(({ name }: { name: string }) =>
    name.startsWith('webhooks'),
  );

const statusOf = async (world: World) =>
  (await world.call('GET', '/api/v1/webhooks/status', { as: 'viewer' })).json.webhooks[0];

const measure = (world: World, value: number) => world.simulator.emit(`${THERMOSTAT}:1`, 'ACTUAL_TEMPERATURE', value);

const received = () =>
  receiver.received.flatMap(({ body }) => (body.data.events ?? []).map(({ payload }) => payload.value));

it('delivers events from its configuration, over a restart, until its removal [L06]', async () => {
  const world = await startWorld({ only });
  expect(await components(world)).toEqual([]);
  const answer = await configure(world, { automation: endpoint() });
  expect(answer.json, answer.text).toMatchObject({ applied: true, restart_required: false });
  measure(world, 11.5);
  await expect.poll(received).toEqual([11.5]);
  const [{ text, headers } = { text: '', headers: {} }] = receiver.received;
  expect(new Judge(SECRET).verify(text, headers as Record<string, string>)).toMatchObject({ type: 'events' });
  await expect.poll(() => statusOf(world)).toMatchObject({ name: 'automation', deliveries: 1, events: 1 });
  expect(await components(world)).toMatchObject([{ name: 'webhooks.automation', status: 'healthy' }]);

  receiver.answerStatus(503);
  measure(world, 12.5);
  await expect.poll(() => statusOf(world)).toMatchObject({ fault: { kind: 'refused' } });
  expect(await components(world)).toMatchObject([{ status: 'degraded', note: 'the receiver answered 503' }]);
  const { text: metrics } = await world.call('GET', '/api/v1/metrics');
  expect(metrics).toContain('ccu_gateway_webhook_events{webhook="automation",what="delivered"} 1');
  expect(metrics).toContain('ccu_gateway_webhook_up{webhook="automation"} 0');
  receiver.received.length = 0;
  receiver.answerStatus(200);
  const again = await world.restart();
  await expect.poll(received).toContain(12.5);
  measure(again, 13.5);
  await expect.poll(received).toContain(13.5);
  expect(received()).not.toContain(11.5);

  const shown = await again.call('GET', '/api/v1/config/sections/webhooks');
  expect(shown.json.endpoints.automation).toMatchObject({ url: receiver.url, secret: '***', max_age: '1h' });
  // What is shown can be sent back: the mask stands for the secret.
  expect((await configure(again, shown.json.endpoints)).status).toBe(200);
  expect((await configure(again, {})).status).toBe(200);
  expect(await components(again)).toEqual([]);
  expect(`${world.logged()}${again.logged()}`).not.toMatch(/whsec_|path-secret|query-secret/);
  await again.close();
});

it('is a new one where one of its name was removed before a restart, and continues where it was only switched off', async () => {
  const world = await startWorld({ only });
  const all = { witness: endpoint(), removed: endpoint(), off: endpoint() };
  await configure(world, all);
  await configure(world, { witness: endpoint(), off: endpoint({ enabled: false }) });
  const again = await world.restart();
  measure(again, 11.5);
  await expect.poll(received).toEqual([11.5]);
  await configure(again, all);
  await expect.poll(received).toEqual([11.5, 11.5]);
  measure(again, 12.5);
  await expect.poll(() => received().sort()).toEqual([11.5, 11.5, 12.5, 12.5, 12.5]);
  await again.close();
});

it('writes down when it begins to give events up, and when it is taken again', async () => {
  const world = await startWorld({
    only,
    config: { webhooks: { endpoints: { automation: endpoint() } } },
  });
  receiver.answerStatus(422);
  measure(world, 11.5);
  await expect.poll(() => statusOf(world)).toMatchObject({ dead_letters: 1 });
  expect((await statusOf(world)).recent_dead_letters).toMatchObject([
    { events: 1, attempts: 1, reason: 'the receiver answered 422' },
  ]);
  receiver.answerStatus(200);
  measure(world, 12.5);
  await expect.poll(() => statusOf(world)).toMatchObject({ deliveries: 1 });
  expect(receiver.received.at(-1)?.body.data.lost).toEqual({ count: 1, at_least: false });
  await expect
    .poll(async () => (await world.call('GET', '/api/v1/incidents')).json)
    .toMatchObject([
      { component: 'webhooks/automation', severity: 'info', detail: '1 events were given up' },
      { component: 'webhooks/automation', severity: 'warning', detail: 'the receiver answered 422' },
    ]);
  await world.close();
});

it('makes a test delivery for administrators, not to this machine unless that is allowed, and records it [L01]', async () => {
  const world = await startWorld({
    only,
    config: { webhooks: { endpoints: { automation: endpoint() } } },
  });
  const test = (name: string, as: 'admin' | 'operator') => world.call('POST', `/api/v1/webhooks/${name}/test`, { as });
  expect((await test('automation', 'operator')).status).toBe(403);
  expect((await test('nothing', 'admin')).json).toMatchObject({ status: 404, code: 'not_found' });
  expect(receiver.received).toEqual([]);
  expect((await test('automation', 'admin')).json).toEqual({ delivered: true, status: 204 });
  expect(receiver.received).toMatchObject([{ body: { type: 'test', data: {} } }]);
  // The address of this machine is reached only where that is allowed.
  await configure(world, { automation: endpoint({ allow_networks: [] }) });
  expect((await test('automation', 'admin')).json).toMatchObject({ delivered: false, fault: { kind: 'forbidden' } });
  const { json: entries } = await world.call('GET', '/api/v1/audit?limit=20');
  const notes = entries.filter(({ action }: { action: string }) => action === 'webhook_test');
  expect(notes).toMatchObject([{ note: 'automation: forbidden' }, { note: 'automation: delivered' }]);
  await world.close();
});

it('refuses settings that cannot be, names the field, and repeats no secret [L08]', async () => {
  const world = await startWorld({ waitForCcu: false, config: { centrals: [] } });
  for (const [more, field] of [
    [{ url: 'ftp://a/' }, 'url'],
    [{ url: 'http://anna:geheim@a/' }, 'url'],
    [{ url: 'http://a/#geheim' }, 'url'],
    [{ secret: 'geheim' }, 'secret'],
    [{ secret: 'whsec_geheim' }, 'secret'],
    [{ secret: undefined }, 'secret'],
    [{ topics: [] }, 'topics'],
    [{ allow_networks: ['localhost'] }, 'allow_networks'],
    [{ allow_networks: ['127.0.0.1/33'] }, 'allow_networks'],
    [{ timeout: '0' }, 'timeout'],
    [{ max_age: '48h' }, 'max_age'],
    [{ ca_file: '/nowhere/ca.pem' }, 'ca_file'],
    [{ role: 'admin' }, 'role'],
  ] as const) {
    const answer = await configure(world, { automation: endpoint(more) });
    expect([field, answer.status, JSON.stringify(answer.json.errors)]).toEqual([
      field,
      400,
      expect.stringContaining(field),
    ]);
    expect(answer.text).not.toContain('geheim');
  }
  expect((await configure(world, { '../status': endpoint() })).status).toBe(400);
  expect(await components(world)).toEqual([]);
  await world.close();
});

it('sends receivers nothing that a viewer may not read, because events have no role', () => {
  const access = apiOperations.find(({ method, path }) => method === 'GET' && path === '/events/stream')?.access;
  expect(access).toBe('viewer');
  for (const definition of Object.values(events)) {
    expect(Object.keys(definition).sort()).toEqual(['category', 'description', 'payload', 'topic']);
  }
});
