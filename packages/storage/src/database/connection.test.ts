import { expect, it } from 'vitest';
import { startStorage } from '../../test/fixture.js';
import { recorded } from '../../test/recorded.js';
import { loadSqlite } from './driver/driver.js';

it('bounds the journal of every file over every connection, and makes no checkpoints on it', async () => {
  const { driver, opened } = recorded(await loadSqlite());
  const world = await startStorage({ sqlite: driver });
  const ofAll = (name: string) => [...opened].filter((db) => db.open).map((db) => db.pragma(name, { simple: true }));
  expect(ofAll('journal_size_limit').length).toBeGreaterThanOrEqual(5);
  expect(new Set(ofAll('journal_size_limit'))).toEqual(new Set([16 * 1024 * 1024]));
  expect(new Set(ofAll('wal_autocheckpoint'))).toEqual(new Set([0]));
  world.close();
});

it('keeps at most 2 MB of pages in memory for every connection, with every driver', async () => {
  const { driver, opened } = recorded(await loadSqlite());
  const world = await startStorage({ sqlite: driver });
  const sizes = [...opened].filter((db) => db.open).map((db) => db.pragma('cache_size', { simple: true }));
  expect(sizes.length).toBeGreaterThanOrEqual(5);
  expect(new Set(sizes)).toEqual(new Set([-2_000]));
  world.close();
});

it("keeps as many pages for every connection as the driver's option allows", async () => {
  const { driver, opened } = recorded(await loadSqlite());
  const world = await startStorage({ sqlite: { ...driver, cacheKib: 256 } });
  const sizes = [...opened].filter((db) => db.open).map((db) => db.pragma('cache_size', { simple: true }));
  expect(new Set(sizes)).toEqual(new Set([-256]));
  world.close();
});

it("bounds the journal of every file by the driver's option", async () => {
  const { driver, opened } = recorded(await loadSqlite());
  const world = await startStorage({ sqlite: { ...driver, journalBytes: 4 * 1024 * 1024 } });
  const limits = [...opened].filter((db) => db.open).map((db) => db.pragma('journal_size_limit', { simple: true }));
  expect(new Set(limits)).toEqual(new Set([4 * 1024 * 1024]));
  world.close();
});
