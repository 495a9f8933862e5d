import { createClient, type GatewayEvent, ProblemError } from '@ccu-gateway/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openBrowser } from './access/browser.js';
import { startWorld, type World } from './world.js';

const SWITCH = { addr: '00F1C0DE000005', no: 4, param: 'STATE' } as const;
const PASSWORD = 'a long password';

describe('the client package on a running gateway', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await world.call('POST', '/api/v1/users', { body: { username: 'anna', password: PASSWORD, role: 'operator' } });
  });
  afterAll(() => world.close());

  const clientOf = (role: 'admin' | 'operator' | 'viewer') =>
    createClient({ url: world.url, token: world.tokens[role], webSocket: WebSocket });

  it('lists the devices of the gateway', async () => {
    const gateway = clientOf('viewer');
    const { items, total } = await gateway.call('listDevices', { query: { central: 'home', per_page: 2 } });
    expect(items).toHaveLength(2);
    expect(total).toBeGreaterThan(2);
    const found = await gateway.call('getDevice', { path: { addr: items[0]?.address ?? '' } });
    expect(found.address).toBe(items[0]?.address);
    expect((await gateway.request('getMetrics')).headers.get('content-type')).toContain('text/plain');
  });

  it('has the problems of the gateway as errors', async () => {
    const wrong = clientOf('operator').call('setDataPointValue', { path: SWITCH, body: { value: 'perhaps' } });
    await expect(wrong).rejects.toThrow(ProblemError);
    await expect(wrong).rejects.toMatchObject({
      code: 'validation',
      errors: [{ field: expect.any(String), reason: expect.any(String) }],
      requestId: expect.any(String),
    });
    const refused = clientOf('viewer').call('setDataPointValue', { path: SWITCH, body: { value: true } });
    await expect(refused).rejects.toMatchObject({ code: 'forbidden', status: 403, temporary: false });
  });

  it.each([
    ['a WebSocket', WebSocket],
    ['server-sent events', undefined],
  ])('follows all devices from a snapshot on, over %s', async (_name, webSocket) => {
    const gateway = createClient({ url: world.url, token: world.tokens.operator, webSocket });
    const events: GatewayEvent[] = [];
    const house = await gateway.follow({
      topics: [`device.${SWITCH.addr}.*`],
      snapshot: { include: 'data_points' },
      onEvent: (event) => void events.push(event),
      onLost: ({ reason }) => {
        throw new Error(reason);
      },
    });
    const channels = house.snapshot.device_channels?.find((device) => device.device_address === SWITCH.addr)?.channels;
    const points = channels?.find(({ number }) => number === SWITCH.no)?.data_points;
    const before = points?.find(({ parameter }) => parameter === SWITCH.param)?.value;
    expect(before).toBeTypeOf('boolean');
    const value = !before;
    await gateway.call('setDataPointValue', { path: SWITCH, body: { value } });
    await expect
      .poll(() => events.map(({ type, payload }) => type === 'datapoint.value_changed' && payload.value))
      .toContain(value);
    expect(events.every(({ seq }) => seq > house.snapshot.seq)).toBe(true);
    await house.close();
  });

  it('signs in with a name and password, for calls and events', async () => {
    const basic = { username: 'anna', password: PASSWORD };
    const gateway = createClient({ url: world.url, basic, webSocket: WebSocket });
    expect(await gateway.call('me')).toMatchObject({ subject: 'anna', scheme: 'basic' });
    const house = await gateway.follow({ topics: ['hub/#'], onEvent: () => {}, onLost: () => {} });
    expect(house.status.state).toBe('live');
    await house.close();
  });

  it('changes something with the cookies of a browser only when it has the CSRF token', async () => {
    const browser = openBrowser(world.url);
    await browser.visit('POST', '/api/v1/auth/login', { json: { username: 'anna', password: PASSWORD } });
    const csrf = () => browser.cookie('service_csrf')?.value;
    // What a browser adds by itself.
    const inBrowser: typeof fetch = (input, init) =>
      fetch(input, {
        ...init,
        headers: {
          ...(init?.headers as Readonly<Record<string, string>>),
          ...(init?.credentials === 'include' && { cookie: browser.cookiesFor('/api/v1') }),
          origin: world.url,
        },
      });
    const write = { path: SWITCH, body: { value: true } } as const;
    const without = createClient({ url: world.url, fetch: inBrowser }).call('setDataPointValue', write);
    await expect(without).rejects.toMatchObject({ code: 'forbidden', reason: 'csrf_invalid' });
    const gateway = createClient({ url: world.url, fetch: inBrowser, csrf });
    expect(await gateway.call('me')).toMatchObject({ subject: 'anna', scheme: 'session' });
    await expect(gateway.call('setDataPointValue', write)).resolves.toBeUndefined();
  });
});
