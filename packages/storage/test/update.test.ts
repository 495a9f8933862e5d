import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openEventStream } from '@ccu-gateway/event-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSqlite } from '../src/database/driver/driver.js';
import { bundle } from './bundle.js';
import { manualClock, openBoth, recordingLog } from './fixture.js';

const sqlite = await loadSqlite();

/**
 * Written by the version before the events had a file of their own: the user anna, a section, and three lots of events,
 * 1001–1040, 1051–1060 after a gap, and in a second life, closed cleanly at 20020, 20001–20020. Up to 40000 is reserved.
 */
const OLD = gunzipSync(readFileSync(new URL('./old/schema-1.db.gz', import.meta.url)));

describe('a database that an earlier version wrote', () => {
  let root: string;
  let storageModule: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'update-'));
    storageModule = bundle(new URL('../src/index.ts', import.meta.url).pathname, join(root, 'storage.mjs'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  function oldDataDir(): string {
    const dataDir = mkdtempSync(join(root, 'data-'));
    writeFileSync(join(dataDir, 'ccu-gateway.db'), OLD, { mode: 0o600 });
    return dataDir;
  }

  async function expectEverythingThere(dataDir: string, log = recordingLog().log): Promise<void> {
    const both = await openBoth({ dataDir, clock: manualClock().clock, log });
    try {
      expect(await both.auth.users.list()).toMatchObject([{ account: 'anna', role: 'admin' }]);
      expect(await both.sections.get('locale')).toEqual({ locale: 'de' });
      const { records, gaps } = await both.events.page({ since: 0, limit: 1000 });
      expect([records.length, records[0]?.seq, records.at(-1)]).toEqual([
        70,
        1001,
        {
          seq: 20020,
          topic: 'device.A1',
          key: 'A1',
          text: '{"seq":20020,"type":"datapoint.value_changed","payload":{"value":20020}}',
        },
      ]);
      expect(gaps).toEqual([
        { after: 1040, before: 1051 },
        { after: 1060, before: 20001 },
      ]);
      expect(await both.events.open({ tail: 5 })).toMatchObject({
        epoch: 'second-life',
        lastSeq: 20020,
        reservedSeq: 40000,
        clean: true,
      });
    } finally {
      both.close();
    }
  }

  it('gives its events to a file of their own, with their numbers, and keeps everything else', async () => {
    const dataDir = oldDataDir();
    const { events, log } = recordingLog();
    await expectEverythingThere(dataDir, log);
    expect(events).toEqual(['storage.copied', 'storage.events.moved', 'storage.updated']);
    const db = sqlite.open(join(dataDir, 'ccu-gateway.db'));
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'event%'").pluck().all()).toEqual(['event_life']);
    db.close();
    await expectEverythingThere(dataDir);
  });

  it('is copied before it is changed, for its owner only, and the copy is as it was', async () => {
    const dataDir = oldDataDir();
    (await openBoth({ dataDir })).close();
    const [copy] = readdirSync(dataDir).filter((name) => name.startsWith('ccu-gateway.db.before-schema-'));
    expect(statSync(join(dataDir, copy ?? '')).mode & 0o777).toBe(0o600);
    const again = mkdtempSync(join(root, 'data-'));
    cpSync(join(dataDir, copy ?? ''), join(again, 'ccu-gateway.db'));
    const db = sqlite.open(join(again, 'ccu-gateway.db'));
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    expect(db.prepare('SELECT sum(count) FROM event_blocks').pluck().get()).toBe(70);
    db.close();
    await expectEverythingThere(again);
  });

  it('is not changed at all when it cannot be copied', async () => {
    const dataDir = oldDataDir();
    // Something that cannot be replaced lies where the copy goes.
    mkdirSync(join(dataDir, 'ccu-gateway.db.before-schema-2', 'full'), { recursive: true });
    await expect(openBoth({ dataDir })).rejects.toMatchObject({ name: 'StorageError' });
    expect(readFileSync(join(dataDir, 'ccu-gateway.db'))).toEqual(OLD);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('events'))).toEqual([]);
  });

  it('survives a kill at every point of its way to the new schema, and no number comes twice', async () => {
    const points = Number(await run(oldDataDir(), Number.POSITIVE_INFINITY));
    expect(points).toBeGreaterThan(10);
    const left = Array.from({ length: points }, (_, index) => index + 1);
    const surviveEach = async () => {
      for (let point = left.shift(); point !== undefined; point = left.shift()) await survive(point);
    };
    // Most of the time passes in starting processes and waiting for the disk, for which other points need not wait.
    await Promise.all(Array.from({ length: 4 }, surviveEach));
    async function survive(point: number) {
      const dataDir = oldDataDir();
      expect(await run(dataDir, point)).toBe('SIGKILL');
      await expectEverythingThere(dataDir);
      const both = await openBoth({ dataDir });
      // A clock at 1970 leaves the numbers to the stored ones.
      const stream = await openEventStream({ log: both.events, clock: () => 0 });
      expect(stream.publish({ topic: 'device.A', type: 'x', payload: {} })).toBeGreaterThan(20020);
      await stream.close();
      both.close();
      expect(readdirSync(dataDir).filter((name) => /^\.new-|\.part$/.test(name))).toEqual([]);
    }
  }, 600_000);

  /** Updates in a process of its own that kills itself at the given point; how many there were when it came through. */
  async function run(dataDir: string, killAt: number): Promise<number | NodeJS.Signals> {
    const child = spawn(process.execPath, [
      new URL('./crash/updater.mjs', import.meta.url).pathname,
      createRequire(import.meta.url).resolve('./driver.cjs'),
      storageModule,
      dataDir,
      String(killAt),
    ]);
    let out = '';
    child.stdout.on('data', (text) => {
      out += String(text);
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (signal !== null) return signal;
    expect(code).toBe(0);
    return Number(out);
  }
});
