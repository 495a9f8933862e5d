import { sessionRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import { openEventStream } from '@ccu-gateway/event-stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSqlite } from '../src/database/driver/driver.js';
import type { Connection } from '../src/database/driver/sqlite.js';
import { startStorage, type World } from './fixture.js';
import { recorded } from './recorded.js';

const sqlite = await loadSqlite();

const some = (parameter: string, value: number) =>
  [{ interfaceName: 'HmIP-RF', channelAddress: 'D:1', parameter, value, at: 1 }] as const;

/** Time of the stream, which moves only on request. */
function createSurroundings() {
  let now = 0;
  const timers = new Set<{ readonly everyMs: number; dueAt: number; readonly tick: () => void }>();
  return {
    options: {
      monotonic: () => now,
      repeat(everyMs: number, tick: () => void) {
        const timer = { everyMs, dueAt: now + everyMs, tick };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    advance(ms: number) {
      now += ms;
      for (const timer of [...timers]) {
        if (timer.dueAt > now) continue;
        timer.dueAt = now + timer.everyMs;
        timer.tick();
      }
    },
  };
}

describe('while another process writes', () => {
  let world: World;
  let other: Connection;
  beforeEach(async () => {
    world = await startStorage();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    other.close();
    world.close();
  });
  function lock(file: string) {
    other = sqlite.open(file);
    other.exec('BEGIN IMMEDIATE');
  }

  it('events wait in memory, are tried again by the timer, and are all there when it is through', async () => {
    const surroundings = createSurroundings();
    const errors: unknown[] = [];
    const stream = await openEventStream({
      ...surroundings.options,
      log: world.storage.events,
      gatherMs: 1_000,
      onError: (error) => errors.push(error),
    });
    lock(world.storage.eventFile);
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        surroundings.advance(100);
        for (let index = 0; index < 5; index += 1) {
          await new Promise(setImmediate);
        }
      }
    };
    for (let index = 0; index < 300; index += 1) stream.publish({ topic: 'a', type: 't', payload: { index } });
    const until = (look: () => void) =>
      vi.waitFor(async () => {
        await pass(200);
        look();
      }, 20_000);
    await until(() => expect(errors.length).toBeGreaterThan(1));
    expect(errors[0]).toMatchObject({ code: 'storage_busy' });
    expect(stream.metrics()).toMatchObject({ logAppended: 0, logDropped: 0 });
    other.exec('ROLLBACK');
    await until(() => expect(stream.metrics()).toMatchObject({ logAppended: 300, logPending: 0, logDropped: 0 }));
    const { records, gaps } = await world.storage.events.page({ since: 0, limit: 1_000 });
    expect([records.length, gaps]).toEqual([300, []]);
    await stream.close();
  });

  it('other bounds are taken at once and count with the next write', async () => {
    const log = world.storage.events;
    await log.open({ tail: 0 });
    await log.begin({ epoch: 'e', seq: 0, reservedSeq: 10_000 });
    const records = (from: number) =>
      Array.from({ length: 10 }, (_, index) => ({ seq: from + index, topic: 't', text: `{"seq":${from + index}}` }));
    for (let from = 1; from <= 91; from += 10) await log.append({ records: records(from) });
    lock(world.storage.eventFile);
    await log.limit({ maxEvents: 20, maxBytes: 1e6 });
    expect((await log.page({ since: 0, limit: 1_000 })).records).toHaveLength(100);
    other.exec('ROLLBACK');
    await log.append({ records: records(101) });
    expect((await log.page({ since: 0, limit: 1_000 })).records[0]?.seq).toBe(91);
  });

  it('no connection waits for it, but at a stop', async () => {
    const { driver, opened: connections } = recorded(sqlite);
    const again = await world.reopen({ sqlite: driver });
    await again.events.open({ tail: 0 });
    await again.events.begin({ epoch: 'e', seq: 0, reservedSeq: 10_000 });
    const patience = (file: string) =>
      [...connections]
        .filter((db) => db.open && db.name === file)
        .map((db) => db.pragma('busy_timeout', { simple: true }));
    expect(patience(again.eventFile)).toEqual([0, 0]);
    expect(patience(again.file)).toEqual([0, 0, 0]);
    again.waitForOthers();
    expect(patience(again.file)).toEqual([1000, 1000, 1000]);
  });

  it('accounts, settings and all else wait in line, in their order, and the program goes on', async () => {
    const pauses: (() => void)[] = [];
    const storage = await world.reopen({ pause: () => new Promise<void>((resolve) => void pauses.push(resolve)) });
    const pass = async () => {
      for (const resume of pauses.splice(0)) resume();
      await new Promise(setImmediate);
    };
    lock(world.storage.file);
    const settled: string[] = [];
    const started = {
      user: storage.auth.users.create(userRecord()),
      session: storage.auth.sessions.create(sessionRecord()),
      first: storage.sections.put('a', 1),
      second: storage.sections.put('a', 2),
      fact: storage.facts.put('f', 1),
      incident: storage.incidents.add({
        at: 1,
        central: null,
        component: 'c',
        severity: 'info',
        summary: 's',
        detail: null,
      }),
      preference: storage.preferences.put('local:a', 'k', 1, { keys: 1, bytes: 9 }),
      devices: storage.descriptions.saveDevices({ central: 'home', interfaceName: 'HmIP-RF' }, []),
      values: storage.values.forgetCentral('home'),
    };
    for (const [name, work] of Object.entries(started)) void work.then(() => settled.push(name));
    for (let count = 0; count < 3; count += 1) await pass();
    expect(settled).toEqual([]);
    expect(await storage.sections.get('a')).toBeUndefined();
    expect(storage.trouble()).toBeUndefined();
    other.exec('ROLLBACK');
    await pass();
    await pass();
    expect(settled.toSorted()).toEqual(Object.keys(started).toSorted());
    expect(await storage.sections.get('a')).toBe(2);
    expect(await storage.auth.users.list()).toHaveLength(1);
    expect(pauses).toEqual([]);
  });

  it('a write is refused when it waited as long as it may, and those behind it go on waiting', async () => {
    const pauses: (() => void)[] = [];
    const storage = await world.reopen({
      busyTimeoutMs: 40,
      pause: () => new Promise<void>((resolve) => void pauses.push(resolve)),
    });
    const pass = async () => {
      for (const resume of pauses.splice(0)) resume();
      await new Promise(setImmediate);
    };
    lock(world.storage.file);
    const refused = expect(storage.sections.put('a', 1)).rejects.toMatchObject({ code: 'storage_busy' });
    await pass();
    const later = storage.sections.put('b', 1);
    await pass();
    await refused;
    expect(storage.trouble()).toMatchObject({ code: 'storage_busy' });
    other.exec('ROLLBACK');
    await pass();
    await later;
    expect(await storage.sections.all()).toEqual({ b: 1 });
    expect(storage.trouble()).toBeUndefined();
  });

  it('waiting writes are written by a close', async () => {
    const storage = await world.reopen({ pause: () => new Promise(() => undefined) });
    lock(world.storage.file);
    const written = storage.sections.put('a', 1);
    other.exec('ROLLBACK');
    storage.close();
    await written;
    expect(await world.storage.sections.get('a')).toBe(1);
  });

  it('values are refused at once, which is trouble only when it lasts', async () => {
    lock(world.storage.file);
    await expect(world.storage.values.save('home', some('A', 1))).rejects.toMatchObject({ code: 'storage_busy' });
    expect(world.storage.trouble()).toBeUndefined();
    world.tick(5_000);
    expect(world.storage.trouble()).toMatchObject({ code: 'storage_busy' });
    other.exec('ROLLBACK');
    await world.storage.values.save('home', some('A', 2));
    expect(world.storage.trouble()).toBeUndefined();
    expect(await world.storage.values.load('home', 'HmIP-RF')).toEqual(some('A', 2));
  });
});
