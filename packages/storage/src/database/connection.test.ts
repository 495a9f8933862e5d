import type BetterSqlite3 from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { startStorage } from '../../test/fixture.js';
import { loadDriver } from './driver.js';

const Database = await loadDriver();

it('bounds the journal of every file over every connection, and makes no checkpoints on it', async () => {
  const pragma = vi.spyOn(Database.prototype, 'pragma');
  const world = await startStorage();
  const opened = new Set(pragma.mock.contexts as BetterSqlite3.Database[]);
  pragma.mockRestore();
  const ofAll = (name: string) => [...opened].filter((db) => db.open).map((db) => db.pragma(name, { simple: true }));
  expect(ofAll('journal_size_limit').length).toBeGreaterThanOrEqual(5);
  expect(new Set(ofAll('journal_size_limit'))).toEqual(new Set([16 * 1024 * 1024]));
  expect(new Set(ofAll('wal_autocheckpoint'))).toEqual(new Set([0]));
  world.close();
});
