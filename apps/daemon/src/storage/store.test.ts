import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { lockDataDir } from '@ccu-gateway/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConfigSecrets } from '../compose/secrets.js';
import { openStream } from '../compose/stream.js';
import { loadConfig } from '../config/index.js';
import { createLogLevels } from '../log/levels.js';
import { createLog } from '../log/log.js';
import { createLogRecords } from '../log/records.js';
import { systemTime } from '../time/time.js';
import { openStore } from './store.js';

const box = createSecretBox(new Uint8Array(32), randomBytes);

describe('storage trouble at start', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'store-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const now = systemTime.now;
  const out = { write: () => undefined };
  const log = createLog({
    levels: createLogLevels('debug', {}, now),
    records: createLogRecords(10),
    format: 'json',
    out,
    now,
  });
  const load = (dir = dataDir) => loadConfig({ argv: ['--data-dir', dir], env: {}, cwd: dataDir });
  const open = (keyProblem?: string) =>
    openStore({ dataDir, config: load().config, time: systemTime, log, box, keyProblem });

  it('leaves the event log working when the database is damaged, and sign-in reports it', async () => {
    (await open()).close();
    truncateSync(join(dataDir, 'ccu-gateway.db'), 0);
    const store = await open();
    expect([store.storage, store.events !== undefined]).toEqual([undefined, true]);
    expect(store.finding()).toMatchObject({ status: 'degraded', affectsSignIn: true });
    expect(store.finding().note).toContain('damaged');
    await expect(store.stores.users.list()).rejects.toThrow();
    store.close();
  });

  it('reports a damaged event log that was set aside, and goes on with another one', async () => {
    (await open()).close();
    writeFileSync(join(dataDir, 'events.db'), 'no database '.repeat(1000));
    const store = await open();
    expect([store.storage !== undefined, store.events !== undefined]).toEqual([true, true]);
    expect(store.finding()).toMatchObject({ status: 'degraded', note: expect.stringContaining('events.db.damaged-') });
    expect(store.finding().affectsSignIn).toBeUndefined();
    store.close();
  });

  it('keeps events in memory, above every number, when the event log cannot be opened', async () => {
    const first = await open();
    first.storage?.numbers.begin({ epoch: 'e', seq: 1, reservedSeq: 2 ** 52 });
    first.close();
    rmSync(join(dataDir, 'events.db'));
    mkdirSync(join(dataDir, 'events.db'));
    const store = await open();
    expect([store.storage !== undefined, store.events]).toEqual([true, undefined]);
    const { stream, finding } = await openStream(store, load().config, log);
    expect(finding()).toMatchObject({ status: 'degraded', note: expect.stringContaining('in memory') });
    const event = { topic: 'a', type: 'hub.inbox_changed', payload: { central: 'home', count: 1 } } as const;
    expect(stream.publish(event)).toBeGreaterThan(2 ** 52);
    await stream.close();
    store.close();
  });

  it('keeps sessions in memory when accounts can be read and nothing can be written', async () => {
    (await open()).close();
    const { resolve } = createRequire(import.meta.url);
    const Database = createRequire(resolve('@ccu-gateway/storage/package.json'))('./test/driver.cjs');
    const other = new Database(join(dataDir, 'ccu-gateway.db'));
    other.exec('BEGIN IMMEDIATE');
    const store = await open();
    other.exec('ROLLBACK');
    other.close();
    expect(store.storage).toBeDefined();
    expect([store.stores.sessions.durable, store.stores.users]).toEqual([false, store.shared?.auth.users]);
    store.close();
  });

  it('reads accounts from a copy where the directory takes no file, and works again when it does', async () => {
    (await open()).close();
    // Where SQLite would put the file that connections share: a link to nowhere takes none.
    const shared = join(dataDir, 'ccu-gateway.db-shm');
    symlinkSync(join(dataDir, 'nowhere', 'else'), shared);
    const store = await open();
    expect(await store.stores.users.list()).toEqual([]);
    expect(store.stores.sessions.durable).toBe(false);
    expect(store.finding()).toMatchObject({
      status: 'degraded',
      note: expect.stringContaining('starts anew by itself'),
    });
    expect(store.finding().affectsSignIn).toBeUndefined();
    expect(await store.worksAgain()).toBe(false);
    rmSync(shared);
    expect(await store.worksAgain()).toBe(true);
    store.close();
    const next = await open();
    expect([next.finding().status, await next.worksAgain()]).toEqual(['healthy', false]);
    next.close();
  });

  it('never starts anew by itself for a damaged database, and reports that a restart is needed', async () => {
    (await open()).close();
    const file = join(dataDir, 'ccu-gateway.db');
    const whole = readFileSync(file);
    truncateSync(file, 0);
    const store = await open();
    expect(store.finding().note).toContain('restart the gateway');
    writeFileSync(file, whole);
    expect(await store.worksAgain()).toBe(false);
    store.close();
  });

  it('opens nothing before the directory is claimed', async () => {
    const lock = await lockDataDir(dataDir);
    await expect(open()).rejects.toMatchObject({ code: 'storage_in_use' });
    expect(existsSync(join(dataDir, 'ccu-gateway.db'))).toBe(false);
    lock.release();
  });

  it('opens nothing with a key that ends with the process, for what it seals could not be read again', async () => {
    // A link to nowhere takes no directory.
    symlinkSync(join(dataDir, 'nowhere', 'else'), join(dataDir, 'link'));
    const secrets = openConfigSecrets(load(join(dataDir, 'link')), log);
    expect(secrets.keyProblem).toContain('takes no key');
    expect(secrets.keyProblem).not.toContain(dataDir);
    const store = await open(secrets.keyProblem);
    expect([store.storage, store.events]).toEqual([undefined, undefined]);
    expect(store.finding().note).toContain(secrets.keyProblem);
    expect(existsSync(join(dataDir, 'ccu-gateway.db'))).toBe(false);
    store.close();
  });
});
