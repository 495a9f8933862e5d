import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createBrowserKeys, startPushService } from '../../../packages/notify/test/push-world.js';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000013'];

const SMOKE = '00F1C0DE000013';
const ANNA = { username: 'anna', password: 'a long passphrase of anna' };
const BEN = { username: 'ben', password: 'a long passphrase of ben' };

const basic = ({ username, password }: typeof ANNA) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});

const as = (world: World, who: typeof ANNA, method: string, path: string, body?: unknown) =>
  world.call(method, `/api/v1${path}`, { headers: basic(who), ...(body === undefined ? {} : { body }) });

async function withPush() {
  const service = await startPushService();
  onTestFinished(() => service.close());
  const world = await startWorld({ only });
  const caFile = join(world.dataDir, 'push-ca.pem');
  writeFileSync(caFile, service.ca);
  for (const user of [ANNA, BEN]) {
    const made = await world.call('POST', '/api/v1/users', { body: { ...user, role: 'viewer' } });
    expect(made.status, made.text).toBe(201);
  }
  const channel = { kind: 'push', ca_file: caFile, allow_networks: ['127.0.0.0/8'] };
  const configured = await world.call('PUT', '/api/v1/config/sections/notify', {
    body: { channels: { app: channel } },
  });
  expect(configured.status, configured.text).toBe(200);
  const device = (name: string) => {
    const keys = createBrowserKeys();
    const endpoint = `${service.origin}/secret-address/${name}`;
    return { keys, body: { name, language: 'de', endpoint, p256dh: keys.p256dh, auth: keys.auth } };
  };
  return { service, world, channel, device };
}

const statusOf = async (world: World) => (await world.call('GET', '/api/v1/notify')).json.channels[0];

it('a user turns push on for a phone and gets a danger in its language, also after a restart; the store is sealed', async () => {
  const { service, world, device } = await withPush();
  const before = await as(world, ANNA, 'GET', '/push');
  expect(before.json).toEqual({ public_key: expect.stringMatching(/^[\w-]{87}$/), devices: [] });
  const phone = device('Handy');
  const added = await as(world, ANNA, 'POST', '/push', phone.body);
  expect(added.status, added.text).toBe(201);
  expect(added.json).toMatchObject({ name: 'Handy', language: 'de' });
  expect(added.text).not.toContain('secret-address');
  expect((await as(world, BEN, 'GET', '/push')).json.devices).toEqual([]);
  world.simulator.emit(`${SMOKE}:1`, 'SMOKE_DETECTOR_ALARM_STATUS', 1);
  const titles = () => service.received.map(({ body }) => phone.keys.read(body).title);
  await expect.poll(titles).toEqual(expect.arrayContaining([expect.stringMatching(/^Rauch: /)]));
  const claims = await service.claimsOf(service.received[0]!);
  expect(claims.key).toBe(before.json.public_key);
  await expect.poll(() => statusOf(world)).toMatchObject({ kind: 'push', waiting: 0, state: 'idle' });
  const count = titles().length;

  const again = await world.restart();
  expect((await as(again, ANNA, 'GET', '/push')).json).toMatchObject({
    ...{ public_key: before.json.public_key, devices: [{ name: 'Handy' }] },
  });
  again.simulator.emit(`${SMOKE}:1`, 'SMOKE_DETECTOR_ALARM_STATUS', 0);
  await expect.poll(titles).toEqual(expect.arrayContaining([expect.stringMatching(/^Kein Rauch mehr: /)]));
  expect(titles().filter((title) => /^Rauch: /.test(title))).toHaveLength(1);
  expect(titles().length).toBeGreaterThan(count);
  const database = readFileSync(join(again.dataDir, 'ccu-gateway.db'), 'latin1');
  for (const secret of ['secret-address', phone.body.auth, phone.body.p256dh]) {
    expect(`${database}${world.logged()}${again.logged()}`).not.toContain(secret);
  }
  const entries = (await again.call('GET', '/api/v1/audit?limit=50')).json;
  expect(entries.filter(({ action }: { action: string }) => action === 'push_add')).toMatchObject([
    { user: 'anna', note: 'Handy' },
  ]);
  await again.close();
});

it('devices belong to their user, and end with a locked or deleted account, which made anew is another one', async () => {
  const { service, world, device } = await withPush();
  await using _world = world;
  const [mine, other] = [device('one'), device('two')];
  const { id } = (await as(world, ANNA, 'POST', '/push', mine.body)).json;
  expect((await as(world, BEN, 'POST', '/push', other.body)).status).toBe(201);
  expect((await as(world, BEN, 'DELETE', `/push/${id}`)).json).toMatchObject({ status: 404, code: 'not_found' });
  const test = async () => (await world.call('POST', '/api/v1/notify/app/test')).json;
  expect(await test()).toMatchObject({ delivered: true });
  expect(service.received).toHaveLength(2);

  expect((await world.call('PATCH', '/api/v1/users/ben', { body: { disabled: true } })).status).toBeLessThan(300);
  service.received.length = 0;
  await test();
  expect(service.received.map(({ path }) => path)).toEqual(['/secret-address/one']);
  expect((await world.call('DELETE', '/api/v1/users/anna')).status).toBeLessThan(300);
  expect((await world.call('POST', '/api/v1/users', { body: { ...ANNA, role: 'viewer' } })).status).toBe(201);
  expect(await test()).toMatchObject({ delivered: false, fault: { message: expect.stringMatching(/^no device/) } });
  expect((await as(world, ANNA, 'GET', '/push')).json.devices).toEqual([]);
  expect((await as(world, ANNA, 'POST', '/push', mine.body)).status).toBe(201);
  const own = (await as(world, ANNA, 'GET', '/push')).json.devices;
  expect((await as(world, ANNA, 'DELETE', `/push/${own[0].id}`)).status).toBe(204);
  expect((await as(world, ANNA, 'GET', '/push')).json.devices).toEqual([]);
});

it('a browser renews its subscription by the id of the device, which keeps its name, and only for its user', async () => {
  const { service, world, device } = await withPush();
  await using _world = world;
  const [old, fresh] = [device('old'), device('fresh')];
  const { id, created_at: createdAt } = (await as(world, ANNA, 'POST', '/push', old.body)).json;
  const { endpoint, p256dh, auth } = fresh.body;
  const renew = (who: typeof ANNA, change = {}) =>
    as(world, who, 'PUT', `/push/${id}`, { endpoint, p256dh, auth, ...change });
  expect((await renew(BEN)).status).toBe(404);
  expect((await renew(ANNA, { endpoint: 'https://10.0.0.1/x' })).json.errors[0].field).toBe('endpoint');
  const renewed = await renew(ANNA);
  expect([renewed.status, renewed.json]).toEqual([200, { id, name: 'old', language: 'de', created_at: createdAt }]);
  expect((await world.call('POST', '/api/v1/notify/app/test')).json).toMatchObject({ delivered: true });
  expect(service.received.map(({ path }) => path)).toEqual(['/secret-address/fresh']);
  expect(fresh.keys.read(service.received[0]!.body)).toMatchObject({ language: 'de' });
  const entries = (await world.call('GET', '/api/v1/audit?op=push_renew')).json;
  expect(entries).toMatchObject([{ user: 'anna', note: 'old' }]);

  // Another device of the same endpoint gives way: a message comes once.
  const second = (await as(world, ANNA, 'POST', '/push', device('second').body)).json;
  const moved = await as(world, ANNA, 'PUT', `/push/${second.id}`, { endpoint, p256dh, auth });
  expect(moved.status).toBe(200);
  expect((await as(world, ANNA, 'GET', '/push')).json.devices).toMatchObject([{ id: second.id, name: 'second' }]);
  expect((await renew(ANNA)).status).toBe(404);
});

it('refuses hostile subscriptions with the name of the field, and stores none', async () => {
  const { world, device } = await withPush();
  await using _world = world;
  const { body } = device('x');
  const point = Buffer.from(body.p256dh, 'base64url');
  point[64] = (point[64] ?? 0) ^ 1;
  // Only the loopback of IPv4 is allowed by the channel.
  for (const [change, field] of [
    [{ endpoint: 'https://[::1]/x' }, 'endpoint'],
    [{ endpoint: 'https://[::ffff:10.0.0.1]/x' }, 'endpoint'],
    [{ endpoint: 'https://192.168.178.1/x' }, 'endpoint'],
    [{ endpoint: 'https://10.0.0.1/x' }, 'endpoint'],
    [{ endpoint: 'https://169.254.169.254/latest' }, 'endpoint'],
    [{ endpoint: 'https://0xa000001/x' }, 'endpoint'],
    [{ endpoint: 'https://localhost/x' }, 'endpoint'],
    [{ endpoint: 'http://127.0.0.1/x' }, 'endpoint'],
    [{ endpoint: 'file:///etc/passwd' }, 'endpoint'],
    [{ endpoint: `https://push.example/${'x'.repeat(2000)}` }, 'endpoint'],
    [{ p256dh: point.toString('base64url') }, 'p256dh'],
    [{ p256dh: 'A'.repeat(50_000) }, 'p256dh'],
    [{ p256dh: 'ä' }, 'p256dh'],
    [{ auth: 'AA' }, 'auth'],
    [{ auth: 17 }, 'auth'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ language: 'fr' }, 'language'],
    [{ more: true }, 'more'],
  ] as const) {
    const { status, json, text } = await as(world, ANNA, 'POST', '/push', { ...body, ...change });
    expect([status, json.errors?.[0]?.field], text).toEqual([400, field]);
  }
  expect((await world.call('POST', '/api/v1/push', { body })).json).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await world.call('GET', '/api/v1/push', { as: 'stranger' })).status).toBe(401);
  expect((await as(world, ANNA, 'GET', '/push')).json.devices).toEqual([]);
});

it('refuses a push with an address, and another kind without one', async () => {
  await using world = await startWorld({ waitForCcu: false, config: { centrals: [] } });
  for (const phone of [
    { kind: 'push', url: 'https://a.example' },
    { kind: 'ntfy', to: 'x' },
  ]) {
    const { status, json } = await world.call('PUT', '/api/v1/config/sections/notify', {
      body: { channels: { phone } },
    });
    expect([status, json.errors?.[0]?.field]).toEqual([400, 'notify.channels.phone.url']);
  }
});
