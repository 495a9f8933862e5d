import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectSocket, openSocket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

let world: World;
/** Until the CCU has been read. */
const PATIENCE = { timeout: 50_000, interval: 50 } as const;
const BOSS = { name: 'boss', password: 'correct horse battery' };

beforeAll(async () => {
  world = await startWorld({
    config: {
      north: { rest: { listen: '127.0.0.1:0', auth: { users: { [BOSS.name]: BOSS.password } } } },
    },
  });
});
afterAll(() => world.close());

const call = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  world.call(method, `/api/v1${path}`, { headers, ...(body === undefined ? {} : { body }) });
const get = async (path: string) => {
  const answer = await call('GET', path);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};
/** Replaces a section by itself with some members changed. */
async function change(section: string, members: (value: Record<string, unknown>) => Record<string, unknown>) {
  const answer = await call('PUT', `/config/sections/${section}`, members(await get(`/config/sections/${section}`)));
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}
const asBoss = () =>
  world.call('GET', '/api/v1/devices?per_page=1', {
    as: 'stranger',
    headers: { authorization: `Basic ${Buffer.from(`${BOSS.name}:${BOSS.password}`).toString('base64')}` },
  });
const AT_ONCE = { applied: true, restart_required: false };

describe('settings that count at once', () => {
  it('are the level of the log, as a whole and of one part', async () => {
    const lines = () => world.logged().match(/http\.request/g)?.length ?? 0;
    expect(await change('logging', () => ({ level: 'warn', overrides: { 'gateway.ccu': 'error' } }))).toMatchObject(
      AT_ONCE,
    );
    expect(await get('/diagnostics/log-level')).toMatchObject({ level: 'warn' });
    expect((await get('/diagnostics/log-levels')).items).toMatchObject([{ path: 'gateway.ccu', level: 'error' }]);
    const before = lines();
    await get('/info');
    expect(lines()).toBe(before);
    await call('DELETE', '/config/sections/logging');
    expect(await get('/diagnostics/log-level')).toMatchObject({ level: 'debug' });
    await get('/info');
    expect(lines()).toBeGreaterThan(before);
  });

  it('are the origins with pages that may read answers and make changes', async () => {
    const origin = { origin: 'https://panel.example' };
    const allowed = async () =>
      (await call('GET', '/info', undefined, origin)).headers.get('access-control-allow-origin');
    const refresh = async () => (await call('POST', '/sysvars/fetch', undefined, origin)).status;
    expect([await allowed(), await refresh()]).toEqual([null, 403]);
    expect(await change('north.rest', (rest) => ({ ...rest, cors: [origin.origin] }))).toMatchObject(AT_ONCE);
    expect([await allowed(), await refresh()]).toEqual([origin.origin, 202]);
    await call('DELETE', '/config/fields/north.rest.cors');
    expect([await allowed(), await refresh()]).toEqual([null, 403]);
  });

  it('are the schemes people sign in with, also for sockets that are open', async () => {
    expect((await asBoss()).status).toBe(200);
    const socket = await connectSocket(world.url, {
      authorization: `Basic ${Buffer.from(`${BOSS.name}:${BOSS.password}`).toString('base64')}`,
    });
    const auth = (value: Record<string, unknown>) => value.auth as Record<string, unknown>;
    const off = (rest: Record<string, unknown>) => ({ ...rest, auth: { ...auth(rest), basic_enabled: false } });
    expect(await change('north.rest', off)).toMatchObject(AT_ONCE);
    expect((await asBoss()).status).toBe(401);
    expect(await socket.closed).toBe(4401);
    await call('DELETE', '/config/fields/north.rest.auth.basic_enabled');
    expect((await asBoss()).status).toBe(200);
  });

  it('are the range of replays and the size of the log on disk', async () => {
    const { seq } = await get('/snapshot');
    const other = (rest: Record<string, unknown>) => ({
      ...rest,
      ws: { ...(rest.ws as object), replay_capacity: 0, log_events: 0 },
    });
    expect(await change('north.rest', other)).toMatchObject(AT_ONCE);
    const socket = await openSocket(world);
    await subscribe(socket, ['hub.*'], seq);
    await socket.until((frame) => frame.op === 'replay_lost');
    socket.close();
    expect((await get('/events/log')).events).toEqual([]);
    await call('DELETE', '/config/fields/north.rest.ws.replay_capacity');
    await call('DELETE', '/config/fields/north.rest.ws.log_events');
    const again = await openSocket(world);
    await subscribe(again, ['hub.*'], (await get('/snapshot')).seq);
    await again.until((frame) => frame.op === 'replay_done');
    again.close();
  });

  it('are how many sockets one principal may have open', async () => {
    const socket = await openSocket(world, 'operator');
    const one = (rest: Record<string, unknown>) => ({
      ...rest,
      ws: { ...(rest.ws as object), max_connections_per_principal: 1 },
    });
    await change('north.rest', one);
    await expect(openSocket(world, 'operator')).rejects.toThrow(/429/);
    await call('DELETE', '/config/fields/north.rest.ws.max_connections_per_principal');
    (await openSocket(world, 'operator')).close();
    socket.close();
  });

  it('are the language of labels and the address people reach the gateway by', async () => {
    const path = '/visibility/unignore/candidates?include_master=true';
    const labels = async () => JSON.stringify((await get(path)).groups.map(({ label }: { label: string }) => label));
    const english = await labels();
    expect(await change('locale', () => ({ locale: 'de' }))).toMatchObject(AT_ONCE);
    expect(await labels()).not.toBe(english);
    await call('DELETE', '/config/sections/locale');
    expect(await labels()).toBe(english);
    await change('north.rest', (rest) => ({ ...rest, public_url: 'https://house.example' }));
    expect(await get('/info')).toMatchObject({ config_ui_url: 'https://house.example' });
  });

  it('are pauses of writes and the bounds of the callback listener', async () => {
    expect(await change('reliability', () => ({ command_retry_initial_delay: '1s' }))).toMatchObject(AT_ONCE);
    expect(await change('callback', (value) => ({ ...value, max_connections: 32 }))).toMatchObject(AT_ONCE);
  });

  it('are the lists read from a CCU: its connection stays', async () => {
    const names = async () => (await get('/sysvars')).map(({ name }: { name: string }) => name) as string[];
    const internal = async () => (await get('/sysvars')).some((each: { is_internal?: boolean }) => each.is_internal);
    await vi.waitFor(async () => expect(await internal()).toBe(true), PATIENCE);
    const all = await names();
    const devices = (await get('/devices')).total;
    const registrations = world.simulator.received.of('init').length;
    const { created_at: _created, updated_at: _updated, ...house } = await get('/centrals/home');
    const other = { ...house, behavior: { ...house.behavior, include_internal_sysvars: false } };
    expect((await call('PUT', '/centrals/home', other)).status).toBe(204);
    await vi.waitFor(async () => expect(await internal()).toBe(false), PATIENCE);
    expect((await get('/devices')).total).toBe(devices);
    expect((await call('PUT', '/centrals/home', house)).status).toBe(204);
    await vi.waitFor(async () => expect(await names()).toEqual(all), PATIENCE);
    expect(world.simulator.received.of('init')).toHaveLength(registrations);
  });

  it('are the parameters that the settings of a CCU make visible', async () => {
    const { created_at: _created, updated_at: _updated, ...house } = await get('/centrals/home');
    const patterns = async () =>
      (await get('/visibility/unignore')).centrals.flatMap((each: { patterns: { pattern: string }[] }) =>
        each.patterns.map(({ pattern }) => pattern),
      );
    expect((await call('PUT', '/centrals/home', { ...house, visibility: { un_ignore: ['RSSI_PEER'] } })).status).toBe(
      204,
    );
    expect(await patterns()).toEqual(['RSSI_PEER']);
    expect((await call('PUT', '/centrals/home', { ...house, visibility: { un_ignore: [] } })).status).toBe(204);
    expect(await patterns()).toEqual([]);
  });
});

describe('settings that do not', () => {
  it('say that they wait for a restart, in the schema, in the answer and in the list', async () => {
    const { fields } = await get('/config/schema');
    const waiting = new Set(
      fields
        .filter((field: { restart_required: boolean }) => field.restart_required)
        .map(({ path }: { path: string }) => path),
    );
    expect(['callback.port', 'north.rest.listen', 'logging.format', 'north.rest.auth.users']).toSatisfy(
      (paths: string[]) => paths.every((path) => waiting.has(path)),
    );
    expect(['north.rest.cors', 'locale', 'logging.level', 'north.rest.auth.oidc.issuer', 'backup.schedule']).toSatisfy(
      (paths: string[]) => !paths.some((path) => waiting.has(path)),
    );
    const answer = await change('callback', (value) => ({ ...value, public_host: 'house.example' }));
    expect(answer).toMatchObject({ applied: true, restart_required: true });
    expect(await get('/system/restart-pending')).toEqual({ pending: true, fields: ['callback.public_host'] });
    await call('DELETE', '/config/sections/callback');
    expect(await get('/system/restart-pending')).toEqual({ pending: false, fields: [] });
  });
});

describe('settings that cannot be used', () => {
  it('are refused with their name, and nothing of their section counts or is stored', async () => {
    const rest = await get('/config/sections/north.rest');
    const body = { ...rest, cors: ['https://panel.example'], trusted_proxies: ['999.0.0.0/8'] };
    const answer = await call('PUT', '/config/sections/north.rest', body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'validation', errors: [{ field: 'north.rest.trusted_proxies' }] });
    expect(await get('/config/sections/north.rest')).toEqual(rest);
    const foreign = await call('GET', '/info', undefined, { origin: 'https://panel.example' });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });
});
