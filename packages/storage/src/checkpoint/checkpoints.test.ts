import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manualClock } from '../../test/fixture.js';
import { recorded } from '../../test/recorded.js';
import { connect } from '../database/connection.js';
import { loadSqlite } from '../database/driver/driver.js';
import type { Connection } from '../database/driver/sqlite.js';
import { type CheckpointOptions, startCheckpoints } from './checkpoints.js';
import { type CheckpointRun, checkpointInThread } from './thread.js';

const sqlite = await loadSqlite();

const SECOND = 1_000;
type Journal = { readonly log: number; readonly checkpointed: number };
const journalOf = (db: Connection) => (db.pragma('wal_checkpoint(NOOP)') as readonly Journal[])[0];

const version = String(sqlite.open(':memory:').prepare('SELECT sqlite_version()').pluck().get());
/** An older SQLite makes a checkpoint when the state of its journal is read. */
const canLook = Number(version.split('.')[1]) >= 51;

describe.skipIf(!canLook)('checkpoints (SQLite 3.51 or newer)', () => {
  let folder: string;
  let db: Connection;
  let recording: ReturnType<typeof recorded>;
  let time: ReturnType<typeof manualClock>;
  let notes: (readonly [string, Readonly<Record<string, unknown>> | undefined])[];
  let runs: CheckpointRun[];
  const closing: (() => void)[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
    const file = join(folder, 'some.db');
    sqlite.open(file).close();
    recording = recorded(await loadSqlite());
    db = await connect(file, { durability: 'normal', busyTimeoutMs: 0, sqlite: recording.driver });
    db.exec('CREATE TABLE notes (text TEXT)');
    time = manualClock();
    notes = [];
    runs = [];
  });
  afterEach(() => {
    vi.restoreAllMocks();
    for (const close of closing.splice(0)) close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function start({ atPages = 50, ...options }: Partial<CheckpointOptions> = {}) {
    const note = (event: string, fields?: Readonly<Record<string, unknown>>) => void notes.push([event, fields]);
    const checkpoints = startCheckpoints(db, {
      clock: time.clock,
      log: { info: note, warn: note, error: note },
      ...(options.sqlite === undefined ? { atPages } : {}),
      startThread(file, pages) {
        const run = checkpointInThread(file, pages, sqlite.name);
        runs.push(run);
        return run;
      },
      ...options,
    });
    closing.push(checkpoints.close);
    return checkpoints;
  }
  const insert = (count: number) => {
    const statement = db.prepare('INSERT INTO notes VALUES (?)');
    for (let index = 0; index < count; index += 1) statement.run('x'.repeat(4_000));
  };
  const settled = async () => {
    await runs.at(-1)?.done.catch(() => undefined);
    await nextTurn();
  };

  it('keeps a journal within the bound that the driver is given, in bytes and not in pages', () => {
    const asked: number[] = [];
    const bound = 1024 * 1024;
    start({
      sqlite: { ...recording.driver, journalBytes: bound },
      startThread(_file, pages) {
        asked.push(pages * 4096);
        return { done: Promise.resolve({}), end: () => undefined };
      },
    });
    insert(10);
    time.tick(SECOND);
    expect(asked).toEqual([]);
    insert(200);
    time.tick(SECOND);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeLessThan(bound);
    expect(asked[0]).toBeGreaterThan(bound / 2);
  });

  it('are made in a thread of its own, which starts the journal anew as well', async () => {
    start();
    const before = recording.pragmas.length;
    insert(60);
    expect(journalOf(db)).toMatchObject({ checkpointed: 0 });
    time.tick(SECOND);
    await settled();
    expect(runs).toHaveLength(1);
    expect(journalOf(db)).toEqual({ busy: 0, log: 1, checkpointed: 0 });
    const here = recording.pragmas.slice(before).filter((source) => !source.includes('NOOP'));
    expect(here).toEqual([]);
    expect(notes).toEqual([]);
    expect(db.prepare('SELECT count(*) FROM notes').pluck().get()).toBe(60);
  });

  it('cost no thread while little is in the journal', () => {
    start();
    insert(5);
    for (let seconds = 0; seconds < 100; seconds += 1) time.tick(SECOND);
    expect(runs).toEqual([]);
    expect(journalOf(db)?.checkpointed).toBe(0);
  });

  it('go on while a reader keeps the journal, and end it when the reader is through', async () => {
    start();
    const reader = sqlite.open(db.name);
    closing.push(() => reader.close());
    insert(30);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM notes').get();
    insert(60);
    time.tick(SECOND);
    await settled();
    const journal = journalOf(db);
    expect((journal?.log ?? 0) - (journal?.checkpointed ?? 0)).toBeGreaterThan(50);
    time.tick(SECOND);
    expect(runs).toHaveLength(1);
    reader.exec('COMMIT');
    time.tick(5 * SECOND);
    await settled();
    expect(runs).toHaveLength(2);
    expect(journalOf(db)?.log).toBe(1);
  });

  it('keep writers out for a moment where the journal would grow without end', async () => {
    start({ atPages: 1_000, truncateAtPages: 20 });
    insert(30);
    time.tick(SECOND);
    await settled();
    expect(journalOf(db)?.log).toBe(1);
    expect(statSync(`${db.name}-wal`).size).toBeLessThan(5_000);
  });

  it('are made in this thread if there is no other one, which is logged once', async () => {
    let asked = 0;
    start({
      startThread() {
        asked += 1;
        throw new Error('no threads');
      },
    });
    insert(60);
    time.tick(SECOND);
    const journal = journalOf(db);
    expect(journal?.checkpointed).toBe(journal?.log);
    insert(200);
    time.tick(SECOND);
    const later = journalOf(db);
    expect(later?.checkpointed).toBe(later?.log);
    expect(asked).toBe(1);
    expect(notes).toEqual([['storage.checkpoint.no_thread', { file: db.name, reason: 'no threads' }]]);
  });

  it('that the disk refuses are logged, and tried again a minute later', async () => {
    const refusal = () => Promise.resolve({ failure: 'SQLITE_FULL' });
    let asked = 0;
    start({
      startThread() {
        asked += 1;
        return { done: refusal(), end: () => undefined };
      },
    });
    insert(60);
    for (let seconds = 0; seconds < 61; seconds += 1) {
      time.tick(SECOND);
      await nextTurn();
    }
    expect(asked).toBe(2);
    expect(notes[0]).toEqual(['storage.checkpoint.failed', { file: db.name, code: 'SQLITE_FULL' }]);
  });

  it('leave nothing open at a close', async () => {
    const checkpoints = start();
    insert(60);
    time.tick(SECOND);
    checkpoints.close();
    await settled();
    time.tick(100 * SECOND);
    expect(runs).toHaveLength(1);
    const others = await connect(db.name, { durability: 'normal', busyTimeoutMs: 0 });
    db.close();
    // Only the last connection may do that.
    expect(others.pragma('locking_mode = EXCLUSIVE', { simple: true })).toBe('exclusive');
    others.exec('BEGIN EXCLUSIVE; COMMIT');
    others.close();
    expect(notes).toEqual([]);
  });
});
