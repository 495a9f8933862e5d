import { readdirSync } from 'node:fs';
import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000001'];

const THERMOSTAT = '00F1C0DE000001';
const POINT = `${THERMOSTAT}:1:ACTUAL_TEMPERATURE`;
const PATIENCE = { timeout: 50_000, interval: 50 } as const;
const DAY = 86_400_000;
const PATH = '/api/v1/history/import';
const BINARY = { 'content-type': 'application/octet-stream' };

const LONG_AGO = Date.UTC(2024, 2, 30);
const FILE = [
  `"HmIP-RF","${THERMOSTAT}:1","ACTUAL_TEMPERATURE",1,"T",0,"Wohnzimmer",,,`,
  ...Array.from({ length: 100 }, (_, day) => `${localText(LONG_AGO + day * DAY)},${18 + (day % 5) / 10},2`),
  'not a line',
  '',
].join('\n');

function localText(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, -1).replace('T', ' ');
}

const send = (world: World, query = '', body = FILE) =>
  world.call('POST', `${PATH}${query}`, { body, headers: BINARY });

async function done(world: World) {
  const report = async () => (await world.call('GET', PATH)).json;
  await expect.poll(async () => (await report()).ended_at, PATIENCE).toBeTypeOf('string');
  return await report();
}

it('imports an export of CCU-Historian once, shows it in the history, and gives it back in all formats', async () => {
  const world = await startWorld({ history: true, only });
  expect((await world.call('GET', PATH)).status).toBe(204);
  const checked = await send(world, '?dry_run=true');
  expect([checked.status, checked.json]).toMatchObject([
    200,
    { state: 'checked', format: 'historian', values: 100, refused: 1, refusals: [{ line: 102 }], stored: { hours: 0 } },
  ]);
  const begun = await send(world);
  expect([begun.status, begun.json.state]).toEqual([202, 'storing']);
  expect(begun.headers.get('location')).toContain('/history/import');
  expect(await done(world)).toMatchObject({ state: 'done', stored: { hours: 2_400, values: 0, known: 0 } });
  await send(world);
  expect(await done(world)).toMatchObject({ state: 'done', stored: { hours: 0, known: 2_400 } });

  const range = `from=${new Date(LONG_AGO).toISOString()}&to=${new Date(LONG_AGO + 101 * DAY).toISOString()}`;
  const { json } = await world.call('GET', `/api/v1/history?points=${POINT}&${range}`, { as: 'viewer' });
  expect(Math.max(...json.series[0].max)).toBe(18.4);
  expect(json.retention.oldest_hour_at).toContain('2024-03-30');

  const exported = (format: string) =>
    `/api/v1/history/export?points=${POINT}&${range}&format=${format}&resolution=days`;
  const csv = await world.call('GET', exported('csv'), { as: 'viewer' });
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(101);
  const response = await fetch(new URL(exported('parquet'), world.url), {
    headers: { authorization: `Bearer ${world.tokens.viewer}` },
  });
  const rows = await parquetReadObjects({ file: await response.arrayBuffer() });
  expect(rows).toHaveLength(100);
  expect(rows.reduce((count, row) => count + Number(row.count), 0)).toBe(100);

  // The report outlives a restart, and no sorting file is left.
  const again = await world.restart();
  expect(await done(again)).toMatchObject({ state: 'done', stored: { known: 2_400 } });
  expect(readdirSync(again.dataDir).filter((name) => name.includes('import'))).toEqual([]);
  const { json: audit } = await again.call('GET', '/api/v1/audit?op=history_import');
  expect(audit).toHaveLength(3);
  await again.close();
});

it.each([
  ['a viewer', '', FILE, 'viewer', 403],
  ['a table without times', '?format=csv', 'a,b\n1,2\n', 'admin', 400],
  ['a format that does not exist', '?format=xml', FILE, 'admin', 400],
  ['an unknown CCU', '?central=none', FILE, 'admin', 404],
] as const)('refuses %s and stores nothing', async (_, query, body, as, status) => {
  const world = await startWorld({ history: true, only });
  const answer = await world.call('POST', `${PATH}${query}`, { body, headers: BINARY, as });
  expect(answer.status, answer.text).toBe(status);
  const { json } = await world.call('GET', `/api/v1/history?points=${POINT}`);
  expect(json.retention.oldest_hour_at).toBeUndefined();
  await world.close();
});
