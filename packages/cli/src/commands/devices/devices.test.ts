import { afterEach, describe, expect, it } from 'vitest';
import { cli, type Seen, startGateway, valueChanged } from '../../../test/fixture.js';

type Gateway = Awaited<ReturnType<typeof startGateway>>;

const device = (index: number, rooms: readonly string[]) => ({
  address: `ABC000${index}`,
  name: `Lamp ${index}\u001b[1m`,
  model: 'HmIP-BDT',
  interface: 'HmIP-RF',
  central: 'home',
  available: index === 1,
  rooms,
});
const level = {
  parameter: 'LEVEL',
  type: 'FLOAT',
  min: 0,
  max: 1.01,
  unit: '100%',
  value: 0,
  value_age_seconds: 12,
  last_seen_at: '2026-11-21T08:00:00Z',
  operations: { read: true, write: true, event: true },
};
const mode = { parameter: 'MODE', type: 'ENUM', value_list: ['AUTO', '2'], operations: { write: true } };

const channels = [
  {
    device_address: 'ABC0001',
    central: 'home',
    channels: [
      { address: 'ABC0001:0', number: 0, name: 'Maintenance' },
      { address: 'ABC0001:4', number: 4, name: 'Licht', type: 'DIMMER', is_custom_dp_primary: true },
      { address: 'ABC0001:5', number: 5, type: 'DIMMER' },
    ],
  },
];

const LOCK_QUESTION = { reason: 'unlock', unless: [0] };

function house(seen: Seen) {
  const path = seen.path.split('?')[0];
  if (seen.method === 'PUT') return { status: 202 };
  if (path === '/api/v1/devices')
    return { body: { items: [device(1, ['Bad']), device(2, [])], page: 1, per_page: 2, total: 2 } };
  if (path === '/api/v1/snapshot') {
    return { body: { devices: [device(1, ['Bad']), device(2, [])], device_channels: channels } };
  }
  if (path === '/api/v1/rooms') return { body: [{ name: 'Bad' }] };
  if (path === '/api/v1/devices/ABC0001') {
    return {
      body: { ...device(1, []), channels: [{ address: 'ABC0001:4', number: 4, type: 'DIMMER', name: 'Lamp:4' }] },
    };
  }
  if (path?.endsWith('/data-points')) return { body: [level, mode] };
  if (path?.endsWith('/LEVEL')) return { body: level };
  if (path?.endsWith('/MODE')) return { body: mode };
  if (path?.endsWith('/LOCK')) {
    return { body: { parameter: 'LOCK', type: 'ENUM', value_list: ['LOCKED', 'UNLOCKED'], confirm: LOCK_QUESTION } };
  }
  if (path?.endsWith('/STATE')) return { body: { parameter: 'STATE', type: 'BOOL' } };
  return { status: 404, body: { code: 'not_found', detail: 'there is no such device' } };
}

describe('devices', () => {
  let gateway: Gateway;
  const run = (...argv: string[]) => cli(['devices', ...argv], { env: gateway.env });
  const start = async (onSubscribe: Parameters<typeof startGateway>[1] = () => undefined, answer = house) => {
    gateway = await startGateway(answer, onSubscribe);
  };
  afterEach(() => gateway.close());

  it('asks before a lock is opened, and needs --yes where there is no terminal', async () => {
    await start();
    expect(await run('set', 'ABC0001:4', 'LOCK', 'UNLOCKED')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--yes'),
    });
    expect(gateway.seen.filter(({ method }) => method === 'PUT')).toEqual([]);
    expect((await run('set', 'ABC0001:4', 'LOCK', 'LOCKED')).code).toBe(0);
    expect((await run('set', 'ABC0001:4', 'LOCK', 'UNLOCKED', '--yes')).code).toBe(0);
    expect(gateway.seen.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });

  it('takes the name of a device in place of its address, in any case, and reports an unknown or ambiguous one', async () => {
    const lamp = { ...device(1, []), name: 'Lamp im Bad' };
    const all = [lamp, { ...device(2, []), name: 'Zwei' }, { ...device(3, []), name: 'Zwei' }];
    await start(undefined, (seen) => {
      if (seen.path.startsWith('/api/v1/snapshot')) return { body: { devices: all, device_channels: channels } };
      return house(seen);
    });
    expect((await run('set', 'lamp im bad:4', 'LEVEL', '40%')).code).toBe(0);
    expect(gateway.seen.at(-1)).toMatchObject({
      method: 'PUT',
      path: '/api/v1/devices/ABC0001/channels/4/data-points/LEVEL/value?central=home',
    });
    expect((await run('get', 'Lamp im Bad', '--json')).json().data.address).toBe('ABC0001');
    expect(await run('get', 'Zwei')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"Zwei" is the name of ABC0002 (HmIP-BDT, home), ABC0003 (HmIP-BDT, home)'),
    });
    expect(await run('get', 'Lamp im Flur')).toMatchObject({
      code: 3,
      err: expect.stringContaining('no device or channel has the name "Lamp im Flur"'),
    });
    expect((await run('get', ':4')).code).toBe(2);
  });

  it('lists devices, also of one room, with names that cannot harm the terminal', async () => {
    await start();
    expect((await run('list')).out).toBe(
      'ABC0001\tLamp 1\uFFFD[1m\tHmIP-BDT\tHmIP-RF\thome\tBad\tyes\nABC0002\tLamp 2\uFFFD[1m\tHmIP-BDT\tHmIP-RF\thome\t\tno\n',
    );
    expect((await run('list', '--room', 'Bad', '--json')).json().data).toHaveLength(1);
    expect((await run('list', '--room', 'Bda')).err).toContain(
      'there is no room "Bda"; did you mean "Bad"?; there are: Bad',
    );
  });

  it('lists the devices of every page', async () => {
    await start(undefined, ({ path }) => {
      const page = Number(new URL(path, 'http://localhost').searchParams.get('page') ?? 1);
      return { body: { items: [device(page, [])], page, per_page: 1, total: 3 } };
    });
    expect((await run('list', '--json', '--central', 'home')).json().data).toHaveLength(3);
    expect(gateway.seen.map(({ path }) => path)).toEqual([
      '/api/v1/devices?central=home',
      '/api/v1/devices?central=home&page=2',
      '/api/v1/devices?central=home&page=3',
    ]);
  });

  it('shows a device, the data points of a channel, and one value', async () => {
    await start();
    expect((await run('get', 'ABC0001')).out).toContain('ABC0001:4\tDIMMER\tLamp:4');
    expect((await run('get', 'ABC0001:4')).out).toBe('LEVEL\t0 100%\t12 s\tyes\nMODE\t-\t-\tyes\n');
    expect((await run('get', 'ABC0001:4', 'LEVEL')).out).toBe('0 100%\n');
    expect((await run('get', 'ABC0001:4', 'LEVEL', '--central', 'a b')).code).toBe(0);
    expect(gateway.seen.at(-1)?.path).toBe('/api/v1/devices/ABC0001/channels/4/data-points/LEVEL?central=a+b');
  });

  it('exits with 3 for an unknown device and with 2 for a text that is neither address nor name', async () => {
    await start();
    expect((await run('get', 'XYZ0009')).code).toBe(3);
    expect((await run('get', 'a b')).code).toBe(3);
    expect((await run('get', '../users:1')).code).toBe(3);
    expect((await run('get', '..')).code).toBe(2);
    expect((await run('get', ' ')).code).toBe(2);
    expect(
      gateway.seen.every(({ path }) => /^\/api\/v1\/(devices\/XYZ0009|snapshot\?include=channels)$/.test(path)),
    ).toBe(true);
    expect((await run('set', 'ABC0002', 'LEVEL', '1')).code).toBe(2);
  });

  it.each([
    ['LEVEL', '40%', 0.4],
    ['LEVEL', '0,5', 0.5],
    ['LEVEL', '-5', -5],
    ['LEVEL', '-5.5', -5.5],
    ['STATE', 'on', true],
    ['STATE', 'false', false],
    ['MODE', 'AUTO', 'AUTO'],
    ['MODE', '1', 1],
    ['MODE', '2', '2'],
  ])('sends %s %s as the type of the data point wants it', async (parameter, typed, sent) => {
    await start();
    const ran = await run('set', 'ABC0001:4', parameter, typed);
    expect(ran.code).toBe(0);
    expect(gateway.seen.at(-1)).toMatchObject({ method: 'PUT', body: { value: sent } });
  });

  it.each([
    ['LEVEL', 'bright'],
    ['STATE', 'maybe'],
  ])('sends nothing for %s with the value %s', async (parameter, typed) => {
    await start();
    expect((await run('set', 'ABC0001:4', parameter, typed)).code).toBe(2);
    expect(gateway.seen.some((entry) => entry.method === 'PUT')).toBe(false);
  });

  it('waits until the CCU confirms the value by an event', async () => {
    let send: (frame: object) => void = () => undefined;
    const topics: string[] = [];
    await start(
      (subscribe, reply) => {
        topics.push(...subscribe.topics);
        send = reply;
      },
      (seen) => {
        if (seen.method === 'PUT') send(valueChanged(101, 0.4, 0));
        return house(seen);
      },
    );
    const ran = await run('set', 'ABC0001:4', 'LEVEL', '40%', '--wait', '--json');
    expect(ran.code).toBe(0);
    expect(ran.json().data).toMatchObject({ value: 0.4, previous: 0, confirmed: true, confirmed_value: 0.4 });
    expect(topics).toEqual(['device.ABC0001.channels.4.data_points.LEVEL']);
  });

  it('takes a newer time for a confirmation where the value was the same already', async () => {
    let written = false;
    await start(undefined, (seen) => {
      if (seen.method === 'PUT') written = true;
      return written && seen.method === 'GET'
        ? { body: { ...level, last_seen_at: '2026-11-21T08:00:09Z' } }
        : house(seen);
    });
    const ran = await run('set', 'ABC0001:4', 'LEVEL', '0', '--wait', '--json');
    expect(ran.json()).toMatchObject({ ok: true, data: { confirmed: true, confirmed_value: 0 } });
  });

  it('fails with exit 1 when the CCU did not take it', async () => {
    let send: (frame: object) => void = () => undefined;
    await start(
      (_, reply) => {
        send = reply;
      },
      (seen) => {
        if (seen.method === 'PUT') {
          const rolledBack = { ...valueChanged(101, 0), type: 'datapoint.optimistic_rolled_back' };
          send({ ...rolledBack, payload: { reason: 'timeout' } });
        }
        return house(seen);
      },
    );
    const ran = await run('set', 'ABC0001:4', 'LEVEL', '1', '--wait', '--json');
    expect(ran.code).toBe(1);
    expect(ran.json().error).toMatchObject({ code: 'not_confirmed', message: expect.stringContaining('timeout') });
  });

  it('tests whether a device answers, with the values that came back', async () => {
    const tested = { started_at: '2026-06-01T12:00:00Z', duration_ms: 1234, timed_out: false, received: [] };
    const received = [{ channel: 0, parameter: 'UNREACH', value: false, received_at: '2026-06-01T12:00:01Z' }];
    let passed = true;
    await start(undefined, (seen) =>
      seen.path.endsWith('/test')
        ? ({ body: passed ? { ...tested, passed, received } : { ...tested, passed, timed_out: true } } as never)
        : house(seen),
    );
    expect(await run('test', 'ABC0001')).toMatchObject({
      code: 0,
      out: 'ABC0001 answered after 1.2 s\n  0 UNREACH false\n',
    });
    passed = false;
    expect(await run('test', 'ABC0001')).toMatchObject({ code: 7, out: 'ABC0001 did not answer within 1 s\n' });
  });
});
