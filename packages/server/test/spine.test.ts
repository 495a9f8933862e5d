import { brotliDecompressSync } from 'node:zlib';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { NOT_TAKEN_YET } from '@ccu-gateway/gateway-core/use-cases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SWITCH, smallHouse, TWIN, twinHouse } from './house.js';
import { startWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const value = `/api/v1/devices/${SWITCH}/channels/1/data-points/LEVEL/value`;
const body = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe('the device tree', () => {
  it('is wrapped in pages with the total', async () => {
    const response = await world.request({ target: '/api/v1/devices?per_page=1&page=2', as: 'viewer' });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-total-count')).toBe('2');
    expect(await body(response)).toMatchObject({ page: 2, per_page: 1, total: 2, items: [{ address: TWIN }] });
  });

  it('leads from a device over its channels to a value', async () => {
    const get = async (path: string) =>
      body(await world.request({ target: `/api/v1/devices/${SWITCH}${path}`, as: 'viewer' }));
    expect(await get('')).toMatchObject({ name: 'Küche <Licht> "groß"', channels: [{ number: 0 }, { number: 1 }] });
    expect(await get('/channels')).toHaveLength(2);
    expect(await get('/channels/1')).toMatchObject({ address: `${SWITCH}:1` });
    expect(await get('/channels/1/data-points')).toHaveLength(4);
    expect(await get('/channels/1/data-points/LEVEL')).toMatchObject({ value: 0.5, observed: true, source: 'live' });
  });

  it.each([
    ['/api/v1/devices/NOSUCH', 'device_not_found'],
    [`/api/v1/devices/${SWITCH}/channels/9`, 'channel_not_found'],
    [`/api/v1/devices/${SWITCH}/channels/1/data-points/NOPE`, 'parameter_not_found'],
    ['/api/v1/devices?central=elsewhere', 'not_found'],
  ])('answers %s with a problem that names the missing part', async (target, reason) => {
    const response = await world.request({ target, as: 'viewer' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('x-problem-code')).toBe('not_found');
    const problem = await body(response);
    expect(problem).toMatchObject({ type: 'urn:ccu-gateway:error:not_found', status: 404, code: 'not_found', reason });
    expect(problem.request_id).toBe(response.headers.get('x-request-id'));
  });

  it('asks which CCU is meant when two have the address, and names them', async () => {
    const twins = await startWorld({ house: twinHouse() });
    const target = `/api/v1/devices/${TWIN}`;
    const ambiguous = await twins.request({ target, as: 'viewer' });
    expect(ambiguous.status).toBe(409);
    expect(await body(ambiguous)).toMatchObject({ reason: 'central_required', centrals: ['ccu1', 'ccu2'] });
    expect((await twins.request({ target: `${target}?central=ccu2`, as: 'viewer' })).status).toBe(200);
    const write = await twins.request({
      method: 'PUT',
      target: `${target}/channels/1/data-points/STATE/value`,
      as: 'operator',
      json: { value: true },
    });
    expect(write.status).toBe(409);
    expect(twins.writes).toHaveLength(0);
    await twins.close();
  });

  it('refuses a page that is no number and a parameter that is sent twice', async () => {
    for (const query of ['page=x', 'page=0', 'per_page=501', 'page=1&page=2']) {
      const response = await world.request({ target: `/api/v1/devices?${query}`, as: 'viewer' });
      expect(response.status, query).toBe(400);
      expect((await body(response)).errors).toBeInstanceOf(Array);
    }
  });
});

describe('a value write', () => {
  it('reaches the CCU typed as its description demands and is written into the audit log', async () => {
    const response = await world.request({
      method: 'PUT',
      target: value,
      as: 'operator',
      json: { value: 1, priority: 'high' },
    });
    expect(response.status).toBe(202);
    expect(await response.text()).toBe('');
    expect(world.writes.at(-1)).toMatchObject({
      write: { channelAddress: `${SWITCH}:1`, parameter: 'LEVEL', value: { type: 'double', value: 1 } },
      options: { priority: 'high' },
    });
    expect(world.entries.at(-1)).toMatchObject({
      action: 'data_point_write',
      user: 'operator-client',
      parameter: 'LEVEL',
      changes: [{ before: 0.5, after: 1 }],
    });
  });

  it('that the CCU has not taken so far is not answered as taken, but written into the audit log', async () => {
    world.failWrites(new GatewayError('upstream_unavailable', 'not yet', { reason: NOT_TAKEN_YET }));
    const response = await world.request({ method: 'PUT', target: value, as: 'operator', json: { value: 1 } });
    world.failWrites(undefined);
    expect([response.status, await body(response)]).toEqual([
      502,
      expect.objectContaining({ reason: 'not_taken_yet' }),
    ]);
    expect(world.entries.at(-1)).toMatchObject({ action: 'data_point_write', outcome: 'pending' });
  });

  it.each([
    ['malformed JSON', { body: '{"value":' }, 400, 'bad_request'],
    ['a missing value', { json: {} }, 400, 'validation'],
    ['an unknown field', { json: { value: 1, force: true } }, 400, 'validation'],
    ['a wrong type', { json: { value: 'loud' } }, 400, 'validation'],
    ['a value out of range', { json: { value: 1.5 } }, 400, 'validation'],
    ['an unknown priority', { json: { value: 1, priority: 'now' } }, 400, 'validation'],
    ['a nested prototype', { body: '{"value":{"__proto__":{"x":1}}}' }, 400, 'bad_request'],
    ['seventeen levels', { body: `{"value":${'['.repeat(17)}${']'.repeat(17)}}` }, 400, 'bad_request'],
    ['a body of 70 kB', { json: { value: 'x'.repeat(70_000) } }, 413, 'payload_too_large'],
  ])('with %s is refused and nothing is sent', async (_what, input, status, code) => {
    const before = world.writes.length;
    const headers: Record<string, string> = 'body' in input ? { 'Content-Type': 'application/json' } : {};
    const response = await world.request({ method: 'PUT', target: value, as: 'operator', headers, ...input });
    expect(response.status).toBe(status);
    const problem = await body(response);
    expect(problem.code).toBe(code);
    if (code === 'validation') expect((problem.errors as unknown[]).length).toBeGreaterThan(0);
    expect(world.writes).toHaveLength(before);
  });

  it('names the bounds that were missed', async () => {
    const response = await world.request({ method: 'PUT', target: value, as: 'operator', json: { value: 7 } });
    expect((await body(response)).errors).toMatchObject([{ field: 'value', min: 0, max: 1 }]);
  });

  it('must be JSON and say so', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const response = await world.request({
        method: 'PUT',
        target: value,
        as: 'operator',
        headers: { 'Content-Type': type },
        body: '{"value":1}',
      });
      expect(response.status).toBe(415);
    }
  });

  it('that the CCU refuses becomes 502 without a word of its inside', async () => {
    world.failWrites(
      new GatewayError('upstream_unavailable', 'The CCU did not take the value', { cause: new Error('x') }),
    );
    const response = await world.request({ method: 'PUT', target: value, as: 'operator', json: { value: 1 } });
    world.failWrites(undefined);
    expect(response.status).toBe(502);
    expect(await body(response)).toMatchObject({
      code: 'upstream_unavailable',
      detail: 'The CCU did not take the value',
    });
  });

  it('of a failing handler is a problem without a stack, and its request id stands in the log [K18]', async () => {
    world.failWrites(new Error('secret inside'));
    const response = await world.request({ method: 'PUT', target: value, as: 'operator', json: { value: 1 } });
    world.failWrites(undefined);
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain('secret inside');
    expect(text).not.toContain('at ');
    const { request_id } = JSON.parse(text) as { request_id: string };
    expect(world.lines).toContainEqual(
      expect.objectContaining({ level: 'error', fields: expect.objectContaining({ request_id }) }),
    );
  });

  it('is done once for one Idempotency-Key, and its answer is repeated', async () => {
    const before = world.writes.length;
    const headers = { 'Idempotency-Key': 'a-uuid' };
    const put = () => world.request({ method: 'PUT', target: value, as: 'operator', headers, json: { value: 0.25 } });
    const [first, second] = await Promise.all([put(), put()]);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect([first, second].filter((response) => response.headers.get('idempotent-replay') === 'true')).toHaveLength(1);
    expect(world.writes).toHaveLength(before + 1);
    world.clock.advance(5 * 60_000 + 1);
    expect((await put()).headers.get('idempotent-replay')).toBeNull();
    expect(world.writes).toHaveLength(before + 2);
  });

  it('with the same Idempotency-Key for two CCUs is done at both', async () => {
    const twins = await startWorld({ house: twinHouse() });
    const put = (central: string) =>
      twins.request({
        method: 'PUT',
        target: `/api/v1/devices/${TWIN}/channels/1/data-points/STATE/value?central=${central}`,
        as: 'operator',
        headers: { 'Idempotency-Key': 'twice' },
        json: { value: true },
      });
    const replayed = async (central: string) => {
      const { status, headers } = await put(central);
      return [status, headers.get('idempotent-replay')];
    };
    expect(await replayed('ccu1')).toEqual([202, null]);
    expect(await replayed('ccu2')).toEqual([202, null]);
    expect(await replayed('ccu1')).toEqual([202, 'true']);
    expect(twins.writes.map(({ write }) => write.central)).toEqual(['ccu1', 'ccu2']);
    await twins.close();
  });
});

describe('the snapshot', () => {
  it('carries the number and the numbering of the stream', async () => {
    world.events.publish({ topic: 'x', type: 'x', payload: {} });
    const response = await world.request({ target: '/api/v1/snapshot?include=data_points', as: 'viewer' });
    const snapshot = await body(response);
    expect(snapshot).toMatchObject({ seq: world.events.seq, epoch: world.events.epoch });
    expect(response.headers.get('x-event-seq')).toBe(String(world.events.seq));
    expect(snapshot.device_channels).toHaveLength(2);
  });

  it('is not sent again to a client that has it already', async () => {
    const first = await world.request({ target: '/api/v1/snapshot', as: 'viewer' });
    const etag = first.headers.get('etag') ?? '';
    const again = () => world.request({ target: '/api/v1/snapshot', as: 'viewer', headers: { 'If-None-Match': etag } });
    expect((await again()).status).toBe(304);
    world.events.publish({ topic: 'x', type: 'x', payload: {} });
    expect((await again()).status).toBe(200);
  });

  it('is the same while its values only grow older, and another one as soon as one is heard', async () => {
    let now = Date.parse('2026-07-01T12:00:00Z');
    const house = smallHouse(() => now);
    const aging = await startWorld({ house });
    const target = '/api/v1/snapshot?include=data_points';
    const first = await aging.request({ target, as: 'viewer' });
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    const before = await first.text();
    now += 90_000;
    const unchanged = await aging.request({ target, as: 'viewer', headers });
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, first.headers.get('etag')]);
    const older = await (await aging.request({ target, as: 'viewer' })).text();
    const ages = (text: string) => [...text.matchAll(/"value_age_seconds":(\d+)/g)].map(([, age]) => Number(age));
    expect(ages(older)).toEqual(ages(before).map((age) => age + 90));
    house.apply({
      ...{ central: 'ccu1', interfaceName: 'HmIP-RF', at: now },
      ...{ type: 'value', channelAddress: `${SWITCH}:1`, parameter: 'STATE', value: true },
    });
    expect((await aging.request({ target, as: 'viewer', headers })).status).toBe(200);
    await aging.close();
  });

  it.each(['', 'channels', 'data_points'])('with %j holds the installation, member by member', async (include) => {
    const options =
      include === 'data_points'
        ? (['channels', 'data_points'] as const)
        : include === ''
          ? []
          : (['channels'] as const);
    const response = await world.request({ target: `/api/v1/snapshot?include=${include}`, as: 'viewer' });
    const { seq: _seq, epoch: _epoch, ...shown } = await body(response);
    expect(shown).toEqual(JSON.parse(JSON.stringify(world.house.snapshot({ include: options }))));
  });

  it.each([
    ['&shared=true', { shared: true }],
    ['&shared=true&device=nowhere', { shared: true, devices: ['nowhere'] }],
    ['&device=nowhere', { devices: ['nowhere'] }],
  ])('with %j holds the matching installation, member by member', async (query, options) => {
    const response = await world.request({ target: `/api/v1/snapshot?include=data_points${query}`, as: 'viewer' });
    const { seq: _seq, epoch: _epoch, ...shown } = await body(response);
    expect(shown).toEqual(JSON.parse(JSON.stringify(world.house.snapshot({ include: ['data_points'], ...options }))));
  });

  it('has only the devices that are named', async () => {
    const [first] = world.house.snapshot().devices;
    const target = `/api/v1/snapshot?include=data_points&shared=true&device=${first?.address},%20nowhere`;
    const { devices, device_channels: channels } = await body(await world.request({ target, as: 'viewer' }));
    expect(devices).toEqual(JSON.parse(JSON.stringify([first])));
    expect(channels).toMatchObject([{ device_address: first?.address }]);
  });

  it('is compressed for a caller that takes that, and the same', async () => {
    const target = '/api/v1/snapshot?include=data_points';
    const plain = await world.request({ target, as: 'viewer' });
    const headers = { 'Accept-Encoding': 'gzip, br' };
    const packed = await world.request({ target, as: 'viewer', headers });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe('br');
    for (const { headers } of [plain, packed]) expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
    expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'));
    const text = brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString();
    const without = ({ generated_at: _, ...house }: Record<string, unknown>) => house;
    expect(without(JSON.parse(text))).toEqual(without(await body(plain)));
    const head = await world.request({ method: 'HEAD', target, as: 'viewer', headers });
    expect([head.headers.get('content-encoding'), await head.text()]).toEqual(['br', '']);
  });

  it('leaves out the members of data points that are named, and nothing else', async () => {
    const pointsOf = async (query: string) => {
      const response = await world.request({ target: `/api/v1/snapshot?include=data_points${query}`, as: 'viewer' });
      const { device_channels: devices } = await body(response);
      return (devices as { channels: { data_points: Record<string, unknown>[] }[] }[]).flatMap(({ channels }) =>
        channels.flatMap((channel) => channel.data_points),
      );
    };
    const whole = await pointsOf('');
    expect(whole.some((point) => 'translated_name' in point && 'default' in point)).toBe(true);
    const shorter = whole.map(({ translated_name: _, default: __, ...point }) => point);
    expect(await pointsOf('&omit=translated_name,%20default,value,unique_id,nonsense')).toEqual(shorter);
  });

  it.each(['', '?include=data_points', '?anonymize=true'])('lets others run while it is made: %s', async (query) => {
    let turns = 0;
    let running = true;
    const count = () => {
      turns++;
      if (running) setImmediate(count);
    };
    const rooms = Array.from({ length: 5_000 }, (_, index) => ({ name: String(index), device_count: 1 }));
    const house = Object.assign(Object.create(world.house) as typeof world.house, {
      *snapshotLines() {
        yield { kind: 'meta', data: { generated_at: '2026-01-01T00:00:00Z' } };
        for (const data of rooms) yield { kind: 'room', data };
      },
      texts: {
        ...world.house.texts,
        *snapshot() {
          let before = '{"rooms":[';
          for (const room of rooms) {
            yield `${before}${JSON.stringify(room)}`;
            before = ',';
          }
          yield ']}';
        },
      },
    });
    const large = await startWorld({ house });
    setImmediate(count);
    const response = await large.request({ target: `/api/v1/snapshot${query}`, as: 'viewer' });
    expect((await body(response)).rooms).toHaveLength(5_000);
    running = false;
    expect(turns).toBeGreaterThan(15);
    await large.close();
  });

  it('comes as lines where lines are asked for, the first with the number', async () => {
    const response = await world.request({
      target: '/api/v1/snapshot?include=data-points',
      as: 'viewer',
      headers: { Accept: 'application/x-ndjson' },
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; data: object });
    expect(lines[0]).toMatchObject({ kind: 'meta', data: { seq: world.events.seq, epoch: world.events.epoch } });
    expect(lines.filter(({ kind }) => kind === 'data_point')).toHaveLength(10);
  });
});

describe('interfaces', () => {
  it('are listed, shown and reconnected', async () => {
    expect(await body(await world.request({ target: '/api/v1/interfaces', as: 'viewer' }))).toMatchObject([
      { id: 'ccu1-HmIP-RF', connected: true },
    ]);
    const target = '/api/v1/interfaces/ccu1-HmIP-RF';
    expect((await world.request({ target, as: 'viewer' })).status).toBe(200);
    expect((await world.request({ target: '/api/v1/interfaces/none', as: 'viewer' })).status).toBe(404);
    const response = await world.request({ method: 'POST', target: `${target}/reconnect`, as: 'admin' });
    expect(response.status).toBe(202);
    expect(world.reconnected).toEqual(['ccu1-HmIP-RF']);
  });
});

describe('info and health', () => {
  it('are for everybody', async () => {
    const info = await world.request({ target: '/api/v1/info' });
    expect(await body(info)).toMatchObject({ version: '0.1.0', uptime: '1h2m3s', api_version: '3.1.0' });
    expect((await world.request({ target: '/api/v1/health' })).status).toBe(200);
  });

  it('say with 503 that something is unhealthy, in the same shape', async () => {
    world.health.status = 'unhealthy';
    const response = await world.request({ target: '/api/v1/health' });
    world.health.status = 'healthy';
    expect(response.status).toBe(503);
    expect(await body(response)).toMatchObject({ status: 'unhealthy', components: [{ name: 'storage' }] });
  });
});

describe('the published documents', () => {
  it('are served, and not sent again to clients that have them', async () => {
    for (const target of ['/api/v1/openapi.json', '/api/v1/ws-catalogue.json']) {
      const first = await world.request({ target, as: 'viewer' });
      expect(first.status).toBe(200);
      const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
      expect((await world.request({ target, as: 'viewer', headers })).status).toBe(304);
    }
  });
});

describe('a feature without its settings', () => {
  it('is not there, but guarded as ever', async () => {
    expect((await world.request({ target: '/api/v1/auth/oidc/start' })).status).toBe(404);
    expect((await world.request({ target: '/api/v1/auth/oidc/callback?code=x&state=y' })).status).toBe(404);
    expect((await world.request({ method: 'POST', target: '/api/v1/backups', as: 'viewer', json: {} })).status).toBe(
      403,
    );
    expect((await world.request({ method: 'POST', target: '/api/v1/backups', as: 'admin', json: {} })).status).toBe(
      404,
    );
  });
});
