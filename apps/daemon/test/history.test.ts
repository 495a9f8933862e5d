import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSocket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000001'];

const THERMOSTAT = '00F1C0DE000001';
const POINT = `${THERMOSTAT}:1:ACTUAL_TEMPERATURE`;
const PATIENCE = { timeout: 50_000, interval: 50 } as const;

async function say(world: World, value: number): Promise<void> {
  const socket = await openSocket(world);
  await subscribe(socket, ['devices/#']);
  world.simulator.emit(`${THERMOSTAT}:1`, 'ACTUAL_TEMPERATURE', value);
  await socket.until((each) => each.payload?.value === value);
  socket.close();
}

async function history(world: World, query = `points=${POINT}`) {
  const answer = await world.call('GET', `/api/v1/history?${query}`, { as: 'viewer' });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}
/** Also of this millisecond, which a range that ends now leaves to the next one. */
const valuesOf = async (world: World): Promise<readonly number[]> =>
  (await history(world, `points=${POINT}&to=${new Date(Date.now() + 1).toISOString()}`)).series[0].values;
async function change(world: World, members: object): Promise<void> {
  const section = '/api/v1/config/sections/history';
  const before = (await world.call('GET', section)).json;
  const answer = await world.call('PUT', section, { body: { ...before, ...members } });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json).toMatchObject({ applied: true, restart_required: false });
}
const component = async (world: World) =>
  (await world.call('GET', '/api/v1/health')).json.components.find((each: { name: string }) => each.name === 'history');

it('reports the recorded values at once, after a clean stop and after another start, with the gap in between', async () => {
  const world = await startWorld({ history: true, only });
  await expect.poll(async () => (await valuesOf(world)).length, PATIENCE).toBeGreaterThan(0);
  const first = await valuesOf(world);
  await say(world, 11.1);
  await say(world, 12.2);
  expect(await valuesOf(world)).toEqual([...first, 11.1, 12.2]);
  const again = await world.restart();
  await expect.poll(async () => (await valuesOf(again)).length, PATIENCE).toBeGreaterThan(first.length + 2);
  const { series, gaps, retention } = await history(again);
  expect(series[0].values).toEqual([...first, 11.1, 12.2, 12.2]);
  expect(series[0]).toMatchObject({ unit: '°C', recorded: true, resolution_ms: 0 });
  // Before the first start, and between the two.
  expect(gaps).toHaveLength(2);
  expect(retention).toMatchObject({ enabled: true, max_days: 30, oldest_at: expect.any(String) });
  expect(await component(again)).toMatchObject({ status: 'healthy' });
  await again.close();
});

it('reports duty cycle and carrier sense of an interface', async () => {
  // The radio is looked at when an interface is.
  const world = await startWorld({
    history: true,
    only,
    central: { check_connection_interval: '1s' },
  });
  const measured = async () => (await world.call('GET', '/api/v1/interfaces/home-HmIP-RF')).json.carrier_sense;
  await expect.poll(measured, PATIENCE).toBe(2);
  // It looks once a minute and when it begins, which may be before and after another selection: each time it finds the same.
  await change(world, { max_days: 31 });
  const of = async () => (await history(world, 'interfaces=home-HmIP-RF')).series;
  const found = async () => (await of()).map(({ values }: { values: readonly number[] }) => [...new Set(values)]);
  await expect.poll(found, PATIENCE).toEqual([[4], [2]]);
  expect(await of()).toMatchObject([
    { interface_id: 'home-HmIP-RF', parameter: 'duty_cycle', unit: '%', recorded: true },
    { parameter: 'carrier_sense' },
  ]);
  await world.close();
});

it('begins another history where the file is damaged, sets the old one aside and reports that, and all else is well', async () => {
  const world = await startWorld({ history: true, only });
  const { dataDir } = world;
  await world.gateway.stop('test');
  writeFileSync(join(dataDir, 'history.db'), 'no database '.repeat(1000));
  const again = await world.restart();
  expect(await component(again)).toMatchObject({
    status: 'degraded',
    note: expect.stringContaining('history.db.damaged-'),
  });
  expect(readdirSync(dataDir).some((name) => name.startsWith('history.db.damaged-'))).toBe(true);
  const { components } = (await again.call('GET', '/api/v1/health')).json;
  const storage = components.find((each: { name: string }) => each.name === 'storage');
  expect(storage).toMatchObject({ status: 'healthy' });
  await say(again, 13.3);
  expect(await valuesOf(again)).toContain(13.3);
  await again.close();
});

it('takes another selection, and being switched off, without a restart', async () => {
  const world = await startWorld({ history: true, only });
  await expect.poll(async () => (await valuesOf(world)).length, PATIENCE).toBeGreaterThan(0);
  await change(world, { exclude: ['ACTUAL_*'] });
  await say(world, 14.4);
  const { series } = await history(world);
  expect(series[0]).toMatchObject({ recorded: false });
  expect(series[0].values).not.toContain(14.4);
  await change(world, { exclude: [], enabled: false, max_days: 7 });
  await say(world, 15.5);
  const after = await history(world);
  expect(after.retention).toMatchObject({ enabled: false, max_days: 7 });
  expect(after.series[0].values).not.toContain(15.5);
  const wrong = await world.call('PUT', '/api/v1/config/sections/history', { body: { include: ['A B'] } });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('PARAMETER or ADDRESS:CHANNEL:PARAMETER');
  expect(existsSync(join(world.dataDir, 'history.db'))).toBe(true);
  await world.close();
});

it('records a data point or leaves it out on request, whichever patterns fit it, and leaves it to them again', async () => {
  const world = await startWorld({ history: true, only });
  const point = {
    central: 'home',
    interface_id: 'home-HmIP-RF',
    channel: `${THERMOSTAT}:1`,
    parameter: 'ACTUAL_TEMPERATURE',
  };
  const state = async () =>
    (await world.call('GET', `/api/v1/history/recording?${new URLSearchParams(point)}`, { as: 'viewer' })).json;
  const put = (record: boolean | null, as: 'admin' | 'viewer' = 'admin') =>
    world.call('PUT', '/api/v1/history/recording', { body: { ...point, record }, as });
  await expect.poll(state, PATIENCE).toEqual({ record: true, source: 'policy' });
  expect((await put(false, 'viewer')).status).toBe(403);
  expect((await put(false)).json).toEqual({ record: false, source: 'override' });
  const section = async () => (await world.call('GET', '/api/v1/config/sections/history')).json;
  expect(await section()).toMatchObject({ include: [], exclude: [POINT] });
  await change(world, { exclude: [POINT, '*TEMPERATURE*'] });
  expect((await put(true)).json).toEqual({ record: true, source: 'override' });
  expect(await state()).toEqual({ record: true, source: 'override' });
  expect((await put(null)).json).toEqual({ record: false, source: 'policy' });
  expect(await section()).toMatchObject({ include: [], exclude: ['*TEMPERATURE*'] });
  const others = ['SET_POINT_TEMPERATURE', 'LEVEL'];
  const answers = await Promise.all(
    others.map((parameter) =>
      world.call('PUT', '/api/v1/history/recording', { body: { ...point, parameter, record: false } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await section()).exclude.toSorted()).toEqual(
    ['*TEMPERATURE*', ...others.map((each) => `${THERMOSTAT}:1:${each}`)].toSorted(),
  );
  const unknown = new URLSearchParams({ ...point, parameter: 'NOTHING' });
  expect((await world.call('GET', `/api/v1/history/recording?${unknown}`)).status).toBe(404);
  await world.close();
});

it('shows values to scrapers that an administrator chose, recorded or not, and takes back those of a device that is gone', async () => {
  await using world = await startWorld({ history: true, simulator: { interfaces: ['HmIP-RF'] } });
  const point = { central: 'home', interface_id: 'home-HmIP-RF', channel: `${THERMOSTAT}:1`, parameter: 'LEVEL' };
  const put = (body: object, as: 'admin' | 'operator' = 'admin') =>
    world.call('PUT', '/api/v1/metrics/values/chosen', { body: { ...point, ...body }, as });
  const scraped = async (query = '') => {
    const { text } = await world.call('GET', `/metrics/values${query}`, { as: 'viewer' });
    return text.split('\n').filter((line) => line.startsWith('ccu_gateway_value{'));
  };
  await say(world, 21.5);
  expect(await scraped()).toEqual([]);
  expect((await put({ expose: true }, 'operator')).status).toBe(403);
  expect((await put({ parameter: 'NOTHING', expose: true })).status).toBe(404);
  const shown = await put({ parameter: 'ACTUAL_TEMPERATURE', expose: true });
  expect([shown.status, shown.json]).toEqual([200, { points: [POINT] }]);
  await change(world, { metrics: ['GONE000001:1:LEVEL', POINT], standard: false });
  expect(await scraped()).toEqual([expect.stringMatching(/parameter="ACTUAL_TEMPERATURE".* 21.5$/)]);
  // A pattern of the scraper stands for itself.
  expect((await scraped('?points=ACTUAL_TEMPERATURE')).length).toBeGreaterThan(1);
  expect((await put({ channel: 'GONE000001:1', expose: false })).json).toEqual({ points: [POINT] });
  expect((await put({ parameter: 'ACTUAL_TEMPERATURE', expose: false })).json).toEqual({ points: [] });
  expect((await world.call('GET', '/api/v1/metrics/values/chosen', { as: 'viewer' })).json).toEqual({ points: [] });
  expect(await scraped()).toEqual([]);
  const entries = (await world.call('GET', '/api/v1/audit?op=config_write')).json;
  expect(entries.map(({ note }: { note: string }) => note)).toContain(`history.metrics: ${POINT}`);
});
