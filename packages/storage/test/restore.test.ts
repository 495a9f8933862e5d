import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AlarmState, newState } from '@ccu-gateway/alarm';
import { sessionRecord, tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  checkCopy,
  copyData,
  DATA_FILES,
  loadSqlite,
  lockDataDir,
  openRestoreStage,
  openStorage,
  prepareRestored,
} from '../src/index.js';
import { bundle } from './bundle.js';
import { startStorage, type World } from './fixture.js';

const sqlite = await loadSqlite();
const NOW = 1_800_000_000_000;
const DATABASE = 'ccu-gateway.db';

describe('a copy of the data', () => {
  let world: World;
  let into: string;
  beforeEach(async () => {
    world = await startStorage();
    into = mkdtempSync(join(tmpdir(), 'copies-'));
  });
  afterEach(() => {
    world.close();
    rmSync(into, { recursive: true, force: true });
  });
  const copy = (files = Object.keys(DATA_FILES)) => copyData({ dataDir: world.dataDir, into, files, sqlite });

  it('is taken of an open database, with the contents of its journal, and reports its schema; missing files are left out', async () => {
    await world.storage.auth.users.create(userRecord());
    const copies = await copy();
    expect(copies.map(({ name, schema }) => [name, schema])).toEqual([
      [DATABASE, DATA_FILES[DATABASE]?.schema],
      ['events.db', DATA_FILES['events.db']?.schema],
    ]);
    expect(readdirSync(into).sort()).toEqual([DATABASE, 'events.db']);
    const alone = await openStorage({ dataDir: into });
    expect(await alone.auth.users.list()).toEqual([userRecord()]);
    alone.close();
  });

  it('is refused of a directory without a database', async () => {
    world.storage.close();
    rmSync(join(world.dataDir, DATABASE));
    await expect(copy()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('is not whole when it is empty, no database, or of a newer version', async () => {
    await copy([DATABASE]);
    const path = join(into, DATABASE);
    const db = sqlite.open(path);
    db.pragma('user_version = 999');
    db.close();
    expect(() => checkCopy(path, DATABASE, sqlite)).toThrow(/newer version \(schema 999/);
    writeFileSync(path, '');
    expect(() => checkCopy(path, DATABASE, sqlite)).toThrow(/empty/);
    writeFileSync(path, 'nothing of SQLite '.repeat(100));
    expect(() => checkCopy(path, DATABASE, sqlite)).toThrow();
  });
});

describe('a restored database', () => {
  let world: World;
  let folder: string;
  beforeEach(async () => {
    world = await startStorage();
    folder = mkdtempSync(join(tmpdir(), 'restored-'));
    const { auth } = world.storage;
    await auth.users.create(userRecord());
    await auth.sessions.create(sessionRecord());
    await auth.tokens.create(tokenRecord());
    await backUp();
  });
  afterEach(() => {
    world.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const backUp = () => copyData({ dataDir: world.dataDir, into: folder, files: Object.keys(DATA_FILES), sqlite });
  const prepare = () => prepareRestored({ folder, dataDir: world.dataDir, now: NOW, sqlite });
  const restored = () => world.reopen({ dataDir: folder });

  it('revives no session, and no token that was revoked after the backup [K22]', async () => {
    await world.storage.auth.tokens.revoke(tokenRecord().fingerprint, 7);
    expect(prepare()).toEqual({ previous: 'merged', sessionsEnded: 1, tokensRevoked: 1 });
    const { auth } = await restored();
    expect([await auth.sessions.list(), await auth.tokens.list()]).toEqual([[], []]);
    expect(await auth.tokens.create(tokenRecord())).toBe(false);
    expect(await auth.users.list()).toEqual([userRecord()]);
  });

  it('keeps an armed alarm system with its journal, and takes that of the backup where no zone is armed', async () => {
    const entry = { id: 1, at: 1, class: 'arm', event: 'armed', zone: 'all', hash: 'x' } as const;
    const idle = newState(0);
    const armed = {
      ...idle,
      zones: {
        all: {
          arming: { mode: 'full', by: 'a', source: 'rest', totalMs: 0 },
          bypassed: [],
          alarms: {},
          recent: [],
          lostTriggered: [],
        },
      },
    } as const;
    const { alarm } = world.storage;
    await alarm.save({ state: idle, entries: [entry] });
    prepare();
    const without = await restored();
    expect((await without.alarm.load()).state).toBeUndefined();
    without.close();
    await alarm.save({ state: armed, entries: [] });
    prepare();
    const kept = (await restored()).alarm;
    expect(await kept.load()).toMatchObject({ state: armed, head: { id: 1, hash: 'x' } });
    expect(await kept.query({ limit: 10 })).toEqual([entry]);
  });

  it('keeps an alarm of a disarmed zone', async () => {
    const { alarm } = world.storage;
    const smoke = { ...newState(0), zones: { all: { incident: { id: 1 } } } } as unknown as AlarmState;
    await alarm.save({ state: smoke, entries: [] });
    prepare();
    expect((await (await restored()).alarm.load()).state).toEqual(smoke);
  });

  it('keeps a code for one use used up that was used since the backup', async () => {
    const { alarm } = world.storage;
    await alarm.save({ state: { ...newState(0), usedCodes: ['first'] }, entries: [] });
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    await backUp();
    await alarm.save({ state: { ...newState(5), usedCodes: ['second'] }, entries: [] });
    prepare();
    const { state } = await (await restored()).alarm.load();
    expect(state).toEqual({ ...newState(0), usedCodes: ['first', 'second'] });
  });

  it('keeps a valid token, and moves the change counter', async () => {
    for (const account of ['a', 'b', 'c']) await world.storage.auth.users.create(userRecord({ account }));
    const before = await world.storage.auth.changes.current();
    expect(prepare()).toMatchObject({ tokensRevoked: 0 });
    const { auth } = await restored();
    expect(await auth.tokens.list()).toEqual([tokenRecord()]);
    expect(await auth.changes.current()).toBeGreaterThan(before);
  });

  it.each(['merged', 'unreadable', 'none'] as const)(
    'gives out no event number again, when the replaced data is %s',
    async (previous) => {
      const late = NOW * 1000 + 5_000_000;
      const life = { epoch: 'e', seq: late, reservedSeq: late };
      world.storage.numbers.begin(life);
      await world.storage.events.begin(life);
      world.storage.close();
      const file = join(world.dataDir, DATABASE);
      if (previous === 'none') rmSync(file);
      if (previous === 'unreadable') {
        for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
        writeFileSync(file, 'no database '.repeat(1000));
      }
      for (const name of [DATABASE, 'events.db']) {
        const db = sqlite.open(join(folder, name));
        db.exec("INSERT INTO event_life VALUES (1, 'e', 3, 9, 1)");
        db.close();
      }
      expect(prepare().previous).toBe(previous);
      const { events } = await restored();
      const state = await events.open({ tail: 10 });
      expect(state).toMatchObject({ reservedSeq: previous === 'merged' ? late : NOW * 1000, clean: false });
    },
  );
});

describe('a restore', () => {
  const storageModule = bundle(
    new URL('../src/index.ts', import.meta.url).pathname,
    join(mkdtempSync(join(tmpdir(), 'restore-bundle-')), 'storage.mjs'),
  );
  let root: string;
  let dataDir: string;
  let fresh: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'restore-'));
    dataDir = join(root, 'data');
    fresh = join(root, 'fresh');
    house(dataDir, 'old', Object.keys(DATA_FILES));
    // The one that comes brings no history, so none must stay of the one that goes.
    house(fresh, 'new', [DATABASE, 'events.db', 'matter.db']);
    for (const suffix of ['-wal', '-shm']) rmSync(join(fresh, DATABASE + suffix));
    rmSync(join(fresh, 'note'));
    writeFileSync(join(fresh, 'secret.key'), 'new');
    writeFileSync(join(dataDir, 'secret.key'), 'old');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Files with a word of their owner; the old installation has its word in the journal only, as after a power cut. */
  function house(folder: string, word: string, names: readonly string[]): void {
    mkdirSync(folder);
    writeFileSync(join(folder, 'note'), 'not of the gateway');
    for (const name of names) {
      const away = join(root, `${word}-${name}`);
      const db = sqlite.open(away);
      db.exec(
        `PRAGMA user_version = ${DATA_FILES[name]?.schema}; CREATE TABLE word (text); INSERT INTO word VALUES ('${word}')`,
      );
      if (name === DATABASE) {
        db.pragma('journal_mode = WAL');
        db.exec(`UPDATE word SET text = '${word}!'`);
        for (const suffix of ['-wal', '-shm']) cpSync(away + suffix, join(folder, name + suffix));
        if (word === 'new') db.pragma('wal_checkpoint(TRUNCATE)');
      }
      cpSync(away, join(folder, name));
      db.close();
    }
  }

  function words(folder: string): readonly string[] {
    return [...Object.keys(DATA_FILES)].map((name) => {
      if (!existsSync(join(folder, name))) return 'none';
      const db = sqlite.open(join(folder, name));
      const word = db.prepare<[], string>('SELECT text FROM word').pluck().get() ?? '';
      db.close();
      return word;
    });
  }
  const OLD = ['old!', 'old', 'old', 'old'];
  const NEW = ['new!', 'new', 'none', 'new'];

  const run = (killAt: number) =>
    spawnSync(
      process.execPath,
      ['--no-warnings', 'test/restore-killed.mjs', storageModule, dataDir, fresh, String(killAt)],
      {
        cwd: new URL('..', import.meta.url),
        encoding: 'utf8',
      },
    );

  /** Ends it before the step of that number as a kill does: completed steps stay, and none of them is undone. */
  function cut(at: number): string {
    let count = 0;
    let before = 'done';
    const step = (name: string) => {
      count += 1;
      if (count !== at) return;
      before = name;
      throw new Error('cut');
    };
    try {
      const stage = openRestoreStage(dataDir);
      for (const name of readdirSync(fresh)) {
        step(`copy ${name}`);
        cpSync(join(fresh, name), join(stage.folder, name));
      }
      stage.commit(1_700_000_000_000, step);
    } catch (error) {
      expect((error as Error).message).toBe('cut');
    }
    return before;
  }

  function kill(at: number): string {
    const { stdout, signal, stderr } = run(at);
    expect([at, stderr, signal]).toEqual([at, '', 'SIGKILL']);
    return stdout;
  }

  /** True when the next holder of the lock finds the new data. It is whole in any case, and of one installation. */
  async function isNewAfter(step: string): Promise<boolean> {
    // A command that takes no lock must not see half of it.
    if (existsSync(join(dataDir, '.restore', 'plan.json'))) {
      await expect(openStorage({ dataDir })).rejects.toThrow(/restore .* was interrupted/);
    }
    (await lockDataDir(dataDir)).release();
    const found = words(dataDir);
    const isNew = found[0] === 'new!';
    expect([step, found]).toEqual([step, isNew ? NEW : OLD]);
    expect(existsSync(join(dataDir, 'note'))).toBe(true);
    return isNew;
  }

  it('that ends before any of its steps leaves the old data or the new, whole, and the next holder of the lock ends it', async () => {
    const before = join(root, 'before');
    cpSync(dataDir, before, { recursive: true });
    const again = () => {
      rmSync(dataDir, { recursive: true });
      cpSync(before, dataDir, { recursive: true });
    };
    const seen: string[] = [];
    const decided: boolean[] = [];
    for (let step = cut(1); step !== 'done'; step = cut(seen.length + 1)) {
      seen.push(step);
      decided.push(await isNewAfter(step));
      again();
    }
    expect(words(dataDir)).toEqual(NEW);
    expect(words(join(dataDir, 'replaced-20231114221320'))).toEqual(OLD);
    expect(existsSync(join(dataDir, '.restore'))).toBe(false);
    // Old up to the decision, and new from it on.
    const decision = seen.indexOf('decide');
    expect(decided).toEqual(seen.map((_, index) => index > decision));
    expect(seen.length).toBeGreaterThan(decision + 8);

    // A process that is killed is slow to start, so it stands for the others around the decision, at the end, and at one step more.
    const chosen = [decision, decision + 1, randomInt(decision + 2, seen.length - 1), seen.length - 1];
    for (const index of process.env.CCU_GATEWAY_EVERY_KILL === undefined ? chosen : seen.keys()) {
      again();
      expect(kill(index + 1)).toBe(seen[index]);
      expect([seen[index], await isNewAfter(`killed before ${seen[index]}`)]).toEqual([seen[index], decided[index]]);
    }
  });

  it('keeps the replaced files, of the last time only, and removes the remains of an undecided one', async () => {
    for (const [at, name] of [
      [NOW, 'replaced-20270115080000'],
      [NOW, 'replaced-20270115080000-2'],
    ] as const) {
      mkdirSync(join(dataDir, '.restore', 'new'), { recursive: true });
      writeFileSync(join(dataDir, '.restore', 'new', 'left'), '');
      const stage = openRestoreStage(dataDir);
      for (const file of readdirSync(fresh)) cpSync(join(fresh, file), join(stage.folder, file));
      expect(stage.commit(at)).toBe(join(dataDir, name));
    }
    expect(readdirSync(dataDir).filter((name) => name.startsWith('replaced-'))).toEqual(['replaced-20270115080000-2']);
    expect(words(dataDir)).toEqual(NEW);
    expect(existsSync(join(dataDir, 'left'))).toBe(false);
  });
});
