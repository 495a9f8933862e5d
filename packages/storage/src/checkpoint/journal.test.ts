import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../database/connection.js';
import { loadSqlite } from '../database/driver/driver.js';
import type { Connection } from '../database/driver/sqlite.js';
import { journalOf } from './journal.js';

describe('the journal of a file', () => {
  let folder: string;
  let db: Connection;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'journal-'));
    const file = join(folder, 'some.db');
    (await loadSqlite()).open(file).close();
    db = await connect(file, { durability: 'normal', busyTimeoutMs: 0 });
    db.exec('CREATE TABLE notes (text TEXT)');
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const insert = (count: number) => {
    const statement = db.prepare('INSERT INTO notes VALUES (?)');
    for (let index = 0; index < count; index += 1) statement.run('x'.repeat(4_000));
  };
  /** As an older SQLite, which cannot be asked. */
  const olderThan351 = (): Connection => ({
    ...db,
    name: db.name,
    pragma: db.pragma.bind(db),
    prepare: ((source: string) => db.prepare(source.replace('sqlite_version()', "'3.47.2'"))) as Connection['prepare'],
  });

  it('reports the number of waiting pages', () => {
    const journal = journalOf(db);
    const before = journal.look().pages;
    insert(20);
    const { pages, waiting } = journal.look();
    expect(pages).toBeGreaterThan(before);
    expect(waiting).toBe(pages);
  });

  it('reports it by its file if SQLite cannot report it, and nothing waits when it was not written since', () => {
    const journal = journalOf(olderThan351());
    insert(20);
    const { pages, waiting } = journal.look();
    expect(pages).toBeGreaterThan(20);
    expect(waiting).toBe(pages);
    expect(journal.look()).toEqual({ pages, waiting: 0 });
    utimesSync(`${db.name}-wal`, new Date(), new Date(Date.now() + 5_000));
    expect(journal.look()).toEqual({ pages, waiting: pages });
  });
});
