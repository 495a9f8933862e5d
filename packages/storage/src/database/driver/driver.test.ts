import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driverPackage, driverRemedy } from './better-driver.js';
import { loadSqlite } from './driver.js';
import { toStorageError } from './errors.js';
import type { Connection, SqliteDriver, SqliteDriverName } from './sqlite.js';
import { sqliteCode } from './sqlite-codes.js';

describe('the SQLite binding', () => {
  it.each([
    ['20.19.0', 'better-sqlite3'],
    ['22.23.3', 'better-sqlite3'],
    ['24.0.0', 'better-sqlite3-napi'],
    ['26.1.0', 'better-sqlite3-napi'],
  ])('of Node %s is the package %s', (version, name) => {
    expect(driverPackage(version)).toBe(name);
  });

  it('is brought by a rebuild, or by an installation where it is not there yet', () => {
    expect(driverRemedy('22.23.3')).toBe('npm rebuild better-sqlite3');
    expect(driverRemedy('24.0.0')).toBe('npm install --include=optional');
  });
});

async function available(name: SqliteDriverName): Promise<SqliteDriver | undefined> {
  try {
    return await loadSqlite(name);
  } catch {
    return undefined;
  }
}
const drivers = { 'better-sqlite3': await available('better-sqlite3'), node: await available('node') };

it('is the native one where it can be loaded, and else the one of Node', async () => {
  expect((await loadSqlite()).name).toBe(drivers['better-sqlite3'] === undefined ? 'node' : 'better-sqlite3');
});

describe.each(['better-sqlite3', 'node'] as const)('the driver %s', (name) => {
  const driver = drivers[name];
  let folder: string;
  let file: string;
  let db: Connection;

  // This Node cannot load it: the other one is proved here, and this one on another Node.
  describe.skipIf(driver === undefined)('where this Node has it; else pnpm test:drivers proves it', () => {
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'driver-'));
      file = join(folder, 'some.db');
      db = opened(file);
      db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB) STRICT');
    });
    afterEach(() => {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    });

    function opened(path: string, options?: Parameters<SqliteDriver['open']>[1]): Connection {
      if (driver === undefined) throw new Error(`${name} is not there`);
      return driver.open(path, options);
    }
    const insert = () => db.prepare<[number, string | null, Buffer | null]>('INSERT INTO notes VALUES (?, ?, ?)');
    const texts = () => db.prepare<[], string>('SELECT text FROM notes ORDER BY id').pluck().all();
    const codeOf = (work: () => unknown): unknown => {
      try {
        work();
      } catch (error) {
        return (error as { code?: unknown }).code;
      }
      return undefined;
    };

    it('returns stored values: numbers, texts, bytes as a Buffer, and null', () => {
      expect(insert().run(1, 'ä€😀', Buffer.from([0, 255])).changes).toBe(1);
      insert().run(2, null, null);
      const rows = db.prepare<[], object>('SELECT * FROM notes ORDER BY id').all();
      expect(rows).toEqual([
        { id: 1, text: 'ä€😀', bytes: Buffer.from([0, 255]) },
        { id: 2, text: null, bytes: null },
      ]);
      expect((rows[0] as { bytes: unknown }).bytes).toBeInstanceOf(Buffer);
      const one = db.prepare<[number], Buffer>('SELECT bytes FROM notes WHERE id = ?').pluck();
      expect(one.get(1)).toBeInstanceOf(Buffer);
      expect(one.get(3)).toBeUndefined();
    });

    it('takes parameters by position and by name', () => {
      db.prepare<{ id: number; text: string }>('INSERT INTO notes VALUES (@id, @text, NULL)').run({ id: 7, text: 'x' });
      expect(db.prepare<[number, string]>('SELECT id FROM notes WHERE id = ? AND text = ?').pluck().get(7, 'x')).toBe(
        7,
      );
    });

    it('goes through rows one by one, and leaves the rest where the caller stops', () => {
      for (const id of [1, 2, 3]) insert().run(id, String(id), null);
      const all = db.prepare<[], string>('SELECT text FROM notes ORDER BY id').pluck();
      expect([...all.iterate()]).toEqual(['1', '2', '3']);
      for (const text of all.iterate()) {
        expect(text).toBe('1');
        break;
      }
      insert().run(4, '4', null);
      expect(texts()).toEqual(['1', '2', '3', '4']);
    });

    it('reports statements that can change nothing', () => {
      const isReadOnly = (source: string) => db.prepare(source).readonly;
      expect(isReadOnly(' select * FROM notes')).toBe(true);
      expect(isReadOnly('DELETE FROM notes')).toBe(false);
    });

    it('does a transaction whole or not at all, and a part of one too', () => {
      const add = db.transaction((id: number, fails: boolean) => {
        insert().run(id, String(id), null);
        if (fails) throw new Error('given up');
        return id;
      });
      expect(add(1, false)).toBe(1);
      expect(() => add.immediate(2, true)).toThrow('given up');
      const both = db.transaction(() => {
        add(3, false);
        expect(() => add(4, true)).toThrow('given up');
      });
      both.immediate();
      expect(texts()).toEqual(['1', '3']);
    });

    it('refuses a write that meets the lock of another connection, and leaves all as it was', () => {
      const other = opened(file, { timeout: 0 });
      db.exec('BEGIN IMMEDIATE');
      const add = other.transaction(() => other.exec("INSERT INTO notes VALUES (9, 'x', NULL)"));
      expect(codeOf(() => add.immediate())).toBe('SQLITE_BUSY');
      db.exec('ROLLBACK');
      add.immediate();
      other.close();
      expect(texts()).toEqual(['x']);
    });

    it('names refusals of SQLite, so that each has its stable code', () => {
      insert().run(1, 'x', null);
      expect(codeOf(() => insert().run(1, 'x', null))).toBe('SQLITE_CONSTRAINT_PRIMARYKEY');
      expect(codeOf(() => opened(join(folder, 'none.db'), { fileMustExist: true }))).toBe('SQLITE_CANTOPEN');
      db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
      expect(codeOf(() => insert().run(2, 'x'.repeat(100_000), null))).toBe('SQLITE_FULL');
      const statement = db.prepare('SELECT 1');
      db.close();
      let refused: unknown;
      try {
        statement.get();
      } catch (error) {
        refused = error;
      }
      expect(toStorageError(refused).code).toBe('storage_closed');
    });

    it('answers pragmas as rows, and simply as one value', () => {
      expect(db.pragma('busy_timeout = 17', { simple: true })).toBe(17);
      expect(db.pragma('busy_timeout')).toEqual([{ timeout: 17 }]);
      expect(db.pragma('foreign_key_check', { simple: true })).toBeUndefined();
    });

    it('knows its file and whether it is open, and may be closed twice', () => {
      expect(db).toMatchObject({ name: file, open: true });
      db.close();
      db.close();
      expect(db.open).toBe(false);
    });

    it('copies a file as it was when the copy began, with the contents of its journal, while others write', async () => {
      db.pragma('journal_mode = WAL');
      const many = db.transaction(() => {
        for (let id = 1; id <= 400; id += 1) insert().run(id, 'x'.repeat(4000), null);
      });
      many.immediate();
      const to = join(folder, 'copy.db');
      writeFileSync(to, '');
      const copying = driver?.copy(file, to);
      insert().run(401, 'too late', null);
      await copying;
      const copy = opened(to);
      expect(copy.prepare('SELECT count(*), max(id) FROM notes').get()).toEqual({ 'count(*)': 400, 'max(id)': 400 });
      expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
      copy.close();
      expect(texts()).toHaveLength(401);
      await expect(driver?.copy(join(folder, 'none.db'), to)).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
    });

    it('reads a file with a journal as it lies there, takes no write, and makes no file beside it', () => {
      db.pragma('journal_mode = WAL');
      insert().run(1, 'kept', null);
      db.pragma('wal_checkpoint(TRUNCATE)');
      const alone = join(folder, 'alone.db');
      copyFileSync(file, alone);
      const copy = driver?.openUnchanged(alone);
      expect(copy?.prepare('SELECT text FROM notes').pluck().get()).toBe('kept');
      expect(codeOf(() => copy?.exec('DELETE FROM notes'))).toBe('SQLITE_READONLY');
      copy?.close();
      expect([existsSync(`${alone}-wal`), existsSync(`${alone}-shm`)]).toEqual([false, false]);
    });
  });
});

it('names a code of SQLite by its number, and an unlisted extended one by both', () => {
  expect([5, 517, 13, 4874, 266, 99].map(sqliteCode)).toEqual([
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_FULL',
    'SQLITE_IOERR_SHMSIZE',
    'SQLITE_IOERR_266',
    'SQLITE_ERROR',
  ]);
});
