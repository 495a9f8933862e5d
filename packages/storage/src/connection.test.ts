import BetterSqlite3 from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { startStorage } from '../test/fixture.js';

it('bounds the journal of every file over every connection', async () => {
  const pragma = vi.spyOn(BetterSqlite3.prototype, 'pragma');
  const world = await startStorage();
  const opened = new Set(pragma.mock.contexts as BetterSqlite3.Database[]);
  pragma.mockRestore();
  const limits = [...opened].filter((db) => db.open).map((db) => db.pragma('journal_size_limit', { simple: true }));
  expect(limits.length).toBeGreaterThanOrEqual(5);
  expect(new Set(limits)).toEqual(new Set([16 * 1024 * 1024]));
  world.close();
});
