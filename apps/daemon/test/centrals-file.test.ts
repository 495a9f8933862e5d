import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const FILE = '/api/v1/centrals/file';
const CABIN = { name: 'cabin', host: '127.0.0.1', enabled: false, interfaces: [{ name: 'HmIP-RF' }], username: 'gw' };

let world: World;
beforeAll(async () => {
  world = await startWorld({ waitForCcu: false });
});
afterAll(() => world.close());

const path = () => join(world.dataDir, 'world.yaml');
const state = async () => (await world.call('GET', FILE)).json;
const names = async () => (await world.call('GET', '/api/v1/centrals')).json.map(({ name }: { name: string }) => name);
const ignored = async () => {
  const { json } = await world.call('GET', '/api/v1/diagnostics/doctor');
  return json.findings.some(({ id }: { id: string }) => id === 'config.centrals_ignored');
};
const add = () => world.call('POST', '/api/v1/centrals', { body: { ...CABIN, password_plain: 'canary-of-the-cabin' } });

it('current CCUs are written to the file, and page and doctor show that at once', async () => {
  expect(await state()).toMatchObject({ ignored: false });
  expect((await add()).status).toBe(201);
  expect([await state(), await ignored()]).toMatchObject([{ ignored: true, only_here: ['cabin'] }, true]);
  expect((await world.call('POST', `${FILE}/write`)).status).toBe(204);
  expect([await state(), await ignored()]).toMatchObject([{ ignored: false, only_here: [], changed: [] }, false]);
  const text = readFileSync(path(), 'utf8');
  expect(text).toContain('cabin');
  expect(text).not.toContain('canary-of-the-cabin');
});

it('the CCUs of the file are taken as the file is now', async () => {
  const before = readFileSync(path(), 'utf8');
  writeFileSync(path(), before.replace('name: cabin', 'name: barn'));
  const refused = await world.call('POST', `${FILE}/take`);
  // The password was sealed for the other name.
  expect([refused.status, refused.json.reason]).toEqual([409, 'file_not_read']);
  expect(await names()).toContain('cabin');
  writeFileSync(
    path(),
    before.replace('name: cabin', 'name: barn').replace(/password: enc:\S+:\S+/g, 'password: another'),
  );
  expect(await state()).toMatchObject({ ignored: true, only_here: ['cabin'], only_in_file: ['barn'] });
  const taken = await world.call('POST', `${FILE}/take`);
  expect(taken.status, JSON.stringify(taken.json)).toBe(204);
  expect([await names(), await ignored()]).toEqual([expect.arrayContaining(['barn']), false]);
  expect(await names()).not.toContain('cabin');
  writeFileSync(path(), 'centrals: [\n');
  expect((await world.call('POST', `${FILE}/take`)).json).toMatchObject({ reason: 'file_not_read' });
  expect(await names()).toContain('barn');
});
