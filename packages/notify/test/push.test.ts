import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type PushSenders, testChannel } from '../src/index.js';
import { openPush, subscriptionFaults } from '../src/push/index.js';
import { createBrowserKeys, startPushService } from './push-world.js';
import { cause, settled, untilTheEnd } from './world.js';

const make = untilTheEnd();
const smoke = (id: string, name = 'Kitchen') => cause(id, { class: 'smoke', kind: 'smoke', name });

/** Devices of Anna and Ben, with a store that a test looks into. */
async function withDevices(names: readonly string[] = ['phone']) {
  const world = make.world();
  const service = await startPushService();
  onTestFinished(() => service.close());
  let stored: string | undefined;
  let made = 0;
  let ended: readonly string[] = [];
  const records = {
    load: async () => stored,
    async save(text: string) {
      stored = text;
    },
  };
  const open = () => openPush({ records, now: world.clock.now, newId: () => `id${++made}` });
  const devices = await open();
  const keys = new Map(names.map((name) => [name, createBrowserKeys()]));
  for (const [name, { p256dh, auth }] of keys) {
    const user = name.startsWith('ben') ? 'ben' : 'anna';
    const endpoint = `${service.origin}/push/${name}`;
    const language = name.endsWith('de') ? ('de' as const) : ('en' as const);
    await devices.add({ owner: `local:${user}`, user, account: '1', name, language, endpoint, p256dh, auth });
  }
  const push: Omit<PushSenders, 'badge'> = {
    devices,
    review: async () => void (await devices.remove(({ user }) => ended.includes(user))),
  };
  const channel = world.channel('', { name: 'app', kind: 'push', url: undefined, ca: service.ca });
  const read = () =>
    service.received.map(({ path, body }) => {
      const name = path.split('/').at(-1) ?? '';
      return { name, ...keys.get(name)?.read(body) };
    });
  return {
    ...{ world, service, devices, push, channel, read, open },
    stored: () => stored ?? '',
    end(...users: readonly string[]) {
      ended = users;
    },
  };
}

it('encrypts a message for its device alone, proves the sender, and names the page and the number at the icon', async () => {
  const { world, service, channel, push, read, devices } = await withDevices(['phone-de']);
  world.present = [smoke('dev:1'), cause('B1'), cause('B2', { silenced_until: '2030-01-01T00:00:00Z' })];
  await world.open([channel], [], push);
  world.change('raised', smoke('dev:1'));
  // Messages about present problems follow.
  await expect
    .poll(() => read()[0])
    .toMatchObject({
      ...{ title: 'Rauch: Kitchen', text: 'Rauch: Kitchen', level: 'danger', language: 'de', badge: 2 },
      page: 'problems?id=dev%3A1',
    });
  const [request] = service.received;
  expect(request?.headers).toMatchObject({
    ...{ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high', topic: read()[0]?.id },
  });
  const { key, exp, sub } = await service.claimsOf(request!);
  expect(key).toBe(devices.publicKey);
  expect(sub).toMatch(/^https:/);
  expect(exp).toBe(world.clock.now() / 1000 + 12 * 3600);
  expect(request?.body.toString('latin1')).not.toContain('Kitchen');
});

it('two messages to one device have different keys and salts', async () => {
  const { world, service, channel, push } = await withDevices();
  await world.open([channel], [], push);
  world.change('raised', smoke('1'));
  world.change('raised', smoke('2'));
  await expect.poll(() => service.received.length).toBe(2);
  const [one, two] = service.received.map(({ body }) => body);
  expect(one?.subarray(0, 16)).not.toEqual(two?.subarray(0, 16));
  expect(one?.subarray(21, 86)).not.toEqual(two?.subarray(21, 86));
});

it('a long text is cut, so that a push service takes it', async () => {
  const { world, service, channel, push, read } = await withDevices();
  const notify = await world.open([channel], [], push);
  for (let count = 0; count < 30; count += 1) {
    world.change('raised', smoke(`${count}`, '\u{1f525}"\\'.repeat(30)));
  }
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ delivered: 10, state: 'idle' });
  await world.clock.advance(600_000);
  await expect.poll(() => read().length).toBe(11);
  for (const { body } of service.received) expect(body.length).toBeLessThanOrEqual(4096);
  expect(read().at(-1)?.text).toMatch(/…$/);
});

it('sends to the devices of the named users only, and to all without a name', async () => {
  const { world, channel, push, read } = await withDevices(['phone', 'ben-phone']);
  const notify = await world.open([{ ...channel, to: ' Ben ' }], [], push);
  world.change('raised', smoke('1'));
  await expect.poll(() => read().map(({ name }) => name)).toEqual(['ben-phone']);
  await notify.close();
  await world.open([channel], [], push);
  world.change('raised', smoke('2'));
  await expect.poll(() => read().length).toBe(3);
  expect(
    read()
      .slice(1)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['ben-phone', 'phone']);
});

it('a restart between two devices sends nothing twice: each device has a queue of its own', async () => {
  const { world, service, channel, push, read } = await withDevices(['phone', 'ben-phone']);
  service.answerWith((path) => (path.endsWith('/phone') ? 201 : 503));
  const notify = await world.open([channel], [], push);
  world.change('raised', smoke('1'));
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ delivered: 1, waiting: 1, state: 'waiting' });
  const { kept } = world;
  await notify.close();
  // As after a kill: the state that was stored before the stop.
  world.kept = kept;
  service.answerWith(() => 201);
  service.received.length = 0;
  const again = await world.open([channel], [], push);
  await expect.poll(() => again.status().channels[0]).toMatchObject({ delivered: 1, waiting: 0 });
  expect(read().map(({ name }) => name)).toEqual(['ben-phone']);
});

it.each([404, 410])(
  'forgets a device for which the push service answers %i, and lists the message as lost',
  async (status) => {
    const { world, service, channel, push, devices, stored } = await withDevices(['phone', 'ben-phone']);
    service.answerWith((path) => (path.endsWith('/phone') ? status : 201));
    const notify = await world.open([channel], [], push);
    world.change('raised', smoke('1'));
    await expect
      .poll(() => notify.status().channels[0])
      .toMatchObject({ delivered: 1, lost: 1, waiting: 0, recentLost: [{ title: 'Smoke: Kitchen' }] });
    expect(devices.all().map(({ name }) => name)).toEqual(['ben-phone']);
    expect(stored()).not.toContain('/push/phone');
    expect(notify.status().channels[0]?.fault).toBeUndefined();
  },
);

it('waits as long as a push service asks for, and keeps no other device waiting', async () => {
  const { world, service, channel, push, read } = await withDevices(['phone', 'ben-phone']);
  service.answerWith((path) => (path.endsWith('/phone') ? 429 : 201), { 'retry-after': '120' });
  const notify = await world.open([channel], [], push);
  world.change('raised', smoke('1'));
  await expect
    .poll(() => notify.status().channels[0])
    .toMatchObject({ delivered: 1, nextAttemptAt: world.clock.now() + 120_000 });
  service.answerWith(() => 201);
  service.received.length = 0;
  await world.clock.advance(119_000);
  expect(read()).toEqual([]);
  await world.clock.advance(1_000);
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ delivered: 2, waiting: 0 });
});

it('sends nothing to a user whose account has ended, and forgets the devices', async () => {
  const { world, service, channel, push, devices, end } = await withDevices(['ben-phone', 'phone']);
  end('ben');
  const notify = await world.open([channel], [], push);
  world.change('raised', smoke('1'));
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ delivered: 1, waiting: 0 });
  expect(service.received.map(({ path }) => path)).toEqual(['/push/phone']);
  expect(devices.all().map(({ user }) => user)).toEqual(['anna']);
});

it('a channel without a device has a fault, and lists its messages as lost', async () => {
  const { world, channel, push } = await withDevices([]);
  const notify = await world.open([channel], [], push);
  expect(notify.status().channels[0]?.fault?.message).toMatch(/^no device takes push messages/);
  world.change('raised', smoke('1'));
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ lost: 1, waiting: 0 });
  const outcome = await testChannel(channel, world.environment, AbortSignal.timeout(60_000), {
    push: { ...push, badge: () => 0 },
  });
  expect(outcome).toMatchObject({ delivered: false, fault: { kind: 'refused' } });
});

it('sends nothing to addresses of this machine or of private networks that no channel allows', async () => {
  const { world, service, channel, push } = await withDevices();
  const senders = { push: { ...push, badge: () => 0 } };
  const closed = { ...channel, allowNetworks: [] };
  const test = () => testChannel(closed, world.environment, AbortSignal.timeout(60_000), senders);
  expect(await test()).toMatchObject({ delivered: false, fault: { kind: 'forbidden' } });
  for (const address of ['10.1.2.3', '192.168.1.20', '172.16.9.9', '100.64.0.1', '169.254.1.1']) {
    const [device] = push.devices.all();
    await push.devices.add({ ...device!, endpoint: `https://${address}/x` });
  }
  const outcomes = await test();
  expect(outcomes).toMatchObject({ delivered: false, fault: { kind: 'forbidden' } });
  await settled();
  expect(service.received).toEqual([]);
});

it('names neither endpoint nor keys in its log, its state and its faults [L09]', async () => {
  const { world, service, channel, push, devices } = await withDevices();
  service.answerWith(() => 403);
  const notify = await world.open([channel], [], push);
  world.change('raised', smoke('1'));
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ fault: { kind: 'refused' } });
  const seen = [...world.lines, JSON.stringify(notify.status()), world.kept].join('\n');
  const [{ endpoint, p256dh, auth } = { endpoint: '-', p256dh: '-', auth: '-' }] = devices.all();
  for (const secret of [endpoint, service.origin, p256dh, auth]) expect(seen).not.toContain(secret);
});

describe('the stored devices', () => {
  it('keep the key of the sender, and one device for each endpoint', async () => {
    const { devices, open } = await withDevices(['phone']);
    const [first] = devices.all();
    const again = await open();
    expect(again.publicKey).toBe(devices.publicKey);
    const renamed = await again.add({ ...first!, name: 'other' });
    expect(renamed).toMatchObject({ id: first?.id, name: 'other' });
    expect(again.all()).toHaveLength(1);
  });

  it('are ten for each user and fifty for all', async () => {
    const { devices } = await withDevices([]);
    const keys = createBrowserKeys();
    const add = (owner: string, count: number) =>
      devices.add({
        ...{ owner, user: owner, account: '', name: 'x', language: 'en' },
        ...{ endpoint: `https://a.example/${owner}/${count}`, p256dh: keys.p256dh, auth: keys.auth },
      });
    for (let count = 0; count < 10; count += 1) expect(await add('a', count)).toBeDefined();
    expect(await add('a', 10)).toBeUndefined();
    for (const owner of ['b', 'c', 'd', 'e']) for (let count = 0; count < 10; count += 1) await add(owner, count);
    expect(await add('f', 0)).toBeUndefined();
    expect(devices.all()).toHaveLength(50);
  });

  it('stay as they are where the store refuses', async () => {
    let isFull = false;
    const records = {
      load: async () => undefined,
      async save() {
        if (isFull) throw new Error('the disk is full');
      },
    };
    const devices = await openPush({ records, now: () => 0, newId: () => 'x' });
    isFull = true;
    const keys = createBrowserKeys();
    const device = {
      owner: 'a',
      user: 'a',
      account: '',
      name: 'x',
      language: 'en' as const,
      endpoint: 'https://a.example',
    };
    await expect(devices.add({ ...device, p256dh: keys.p256dh, auth: keys.auth })).rejects.toThrow('full');
    expect(devices.all()).toEqual([]);
    isFull = false;
    await devices.add({ ...device, p256dh: keys.p256dh, auth: keys.auth });
    isFull = true;
    await expect(devices.remove(() => true)).rejects.toThrow('full');
    expect(devices.all()).toHaveLength(1);
  });
});

describe('a subscription', () => {
  const { p256dh, auth } = createBrowserKeys();
  const good = { endpoint: 'https://push.example/abc', p256dh, auth };
  const members = (change: Partial<typeof good>) =>
    subscriptionFaults({ ...good, ...change }).map(({ member }) => member);

  it('has an https address and keys of their sizes', () => {
    expect(members({})).toEqual([]);
  });

  it.each([
    'http://push.example/abc',
    'https://me:secret@push.example/',
    'https://push.example/#x',
    'https://localhost/',
    'ftp://push.example/',
    'javascript:alert(1)',
    `https://push.example/${'x'.repeat(1024)}`,
    '',
  ])('refuses the address %s', (endpoint) => {
    expect(members({ endpoint })).toEqual(['endpoint']);
  });

  it('refuses a point that is not on the curve, and other forms of points', () => {
    const point = Buffer.from(p256dh, 'base64url');
    const off = Buffer.from(point);
    off[64] = (off[64] ?? 0) ^ 1;
    const compressed = Buffer.concat([Buffer.of(2), point.subarray(1, 33)]);
    for (const wrong of [off, compressed, Buffer.alloc(65, 4), point.subarray(0, 64), Buffer.concat([point, point])]) {
      expect(members({ p256dh: wrong.toString('base64url') })).toEqual(['p256dh']);
    }
    expect(members({ p256dh: `${p256dh}==` })).toEqual(['p256dh']);
  });

  it('of any texts has faults and never throws', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ maxLength: 200 }),
        fc.uint8Array({ maxLength: 90 }),
        (endpoint, text, bytes) => {
          const encoded = Buffer.from(bytes).toString('base64url');
          expect(members({ auth: encoded })).toEqual(bytes.length === 16 ? [] : ['auth']);
          expect(members({ p256dh: encoded })).toEqual(['p256dh']);
          expect(members({ endpoint, p256dh: text, auth: text })).toContain('p256dh');
        },
      ),
    );
  });
});
