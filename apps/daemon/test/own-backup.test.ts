import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadSqlite } from '@ccu-gateway/storage';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeBackup } from '../src/backup/make-backup.js';
import { restoreBackup } from '../src/backup/restore-backup.js';
import type { BackupSource } from '../src/backup/source.js';
import { loadConfig } from '../src/config/index.js';
import { startWorld, type World } from './world.js';

let world: World;
beforeEach(async () => {
  world = await startWorld({ history: true, simulator: { interfaces: ['HmIP-RF'] }, waitForCcu: false });
});
afterEach(() => world.close());

async function sourceOf({ dataDir }: World): Promise<BackupSource> {
  const argv = ['--config', join(dataDir, 'world.yaml'), '--data-dir', dataDir];
  return { ...loadConfig({ argv, env: {}, cwd: dataDir }), sqlite: await loadSqlite() };
}

async function seqOf({ call }: World): Promise<number> {
  const { json } = await call('GET', '/api/v1/snapshot');
  return json.seq;
}

it('a gateway that runs with a restored backup refuses the session and the token of that day, and repeats no number [K22]', async () => {
  const source = await sourceOf(world);
  const old = await world.gateway.auth.tokens.create(
    { subject: 'old', role: 'viewer' },
    { subject: 't', scheme: 'cli', peer: '' },
  );
  if (!old.ok) throw new Error(old.problem.detail);
  const anna = { username: 'anna', password: 'correct horse battery' };
  expect((await world.call('POST', '/api/v1/users', { body: { ...anna, role: 'viewer' } })).status).toBeLessThan(300);
  const login = await world.call('POST', '/api/v1/auth/login', { as: 'stranger', body: anna });
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const meAs = async (headers: Readonly<Record<string, string>>) =>
    (await world.call('GET', '/api/v1/auth/me', { as: 'stranger', headers })).status;
  const bearer = { authorization: `Bearer ${old.value.token}` };
  expect([login.status < 300, await meAs({ cookie }), await meAs(bearer)]).toEqual([true, 200, 200]);

  const dir = join(world.dataDir, 'backups/gateway');
  const randomHex = () => '0000';
  const made = { source, dir, history: true, events: true, host: 'h', version: '1', now: Date.now, randomHex };
  const { file } = await makeBackup(made);
  await world.gateway.auth.tokens.revoke(old.value.fingerprint, { subject: 't', scheme: 'cli', peer: '' });
  const before = await seqOf(world);
  await world.gateway.stop('test');
  const report = await restoreBackup({ source, archive: file, now: Date.now, subject: 'cli:test' });
  expect(report).toMatchObject({ previous: 'merged', tokensRevoked: 1 });
  world = await world.restart();
  expect([await meAs({ cookie }), await meAs(bearer)]).toEqual([401, 401]);
  expect((await world.call('POST', '/api/v1/auth/login', { as: 'stranger', body: anna })).status).toBeLessThan(300);
  expect(await seqOf(world)).toBeGreaterThan(before);
});

it('a gateway brings a restore to its end that was interrupted, before it reads its key', async () => {
  const source = await sourceOf(world);
  const dir = join(world.dataDir, 'backups/gateway');
  const passphrase = 'richtig Pferd Batterie';
  const key = join(world.dataDir, 'secret.key');
  const made = { source, dir, history: false, events: false, passphrase, host: 'h', version: '1', now: Date.now };
  const { file } = await makeBackup({ ...made, randomHex: () => '0000' });
  await world.gateway.stop('test');
  rmSync(key);
  const step = (name: string) => {
    if (name === 'place secret.key') throw new Error('killed');
  };
  const restoring = restoreBackup({ source, archive: file, passphrase, now: Date.now, subject: 'cli:test', step });
  await expect(restoring).rejects.toThrow('killed');
  expect(existsSync(key)).toBe(false);
  world = await world.restart();
  expect(existsSync(key)).toBe(true);
  expect((await world.call('GET', '/api/v1/auth/me')).status).toBe(200);
});
