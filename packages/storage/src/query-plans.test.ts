import { expect, it } from 'vitest';
import { startStorage } from '../test/fixture.js';
import { recorded } from '../test/recorded.js';
import { loadSqlite } from './database/driver/driver.js';
import { openHistoryFile } from './history/open-history.js';

const sqlite = await loadSqlite();

/**
 * Tables that grow with the installation and with time. A statement that goes through one of them holds up everything
 * else.
 */
const LARGE = [
  'event_blocks',
  'event_gaps',
  'audit',
  'audit_refusals',
  'value_batches',
  'paramset_descriptions',
  'device_descriptions',
  'sessions',
  'revoked_tokens',
  'problem_times',
  'history_blocks',
  'history_series',
];

/** Statements that may: they end at the first row, run once before anything is served, or mean every row. */
const MAY = [
  /FROM event_blocks ORDER BY first_seq (DESC )?LIMIT 1$/,
  /FROM event_gaps ORDER BY after_seq DESC LIMIT 1$/,
  // Read from the end, row by row, only as far as the start of the stream wants.
  /FROM event_blocks\s+ORDER BY first_seq DESC$/,
  // The oldest first, along an index, as far as is too much; counting happens once in a thousand entries.
  /^DELETE FROM audit_refusals WHERE id IN \(SELECT id FROM audit_refusals WHERE true ORDER BY at LIMIT \?\)$/,
  /^SELECT count\(\*\) FROM audit_refusals WHERE true$/,
  /^SELECT \* FROM sessions ORDER BY created_at DESC$/,
  /^DELETE FROM sessions$/,
  /^SELECT coalesce\(sum\(count\), 0\)/,
  /FROM history_blocks ORDER BY from_at (DESC )?LIMIT 1$/,
  // Along an index, for a command that a person types.
  /^SELECT DISTINCT central, interface FROM device_descriptions ORDER BY central, interface$/,
  // Some thousand short rows, at the opening and once a day.
  /^SELECT id, name, last_day FROM history_series$/,
  /^DELETE FROM history_series WHERE last_day < \?$/,
];

it('finds rows of large tables by a key, in every statement of the package', async () => {
  const { driver, prepared } = recorded(sqlite);
  const world = await startStorage({ sqlite: driver });
  const history = await openHistoryFile({ dataDir: world.dataDir, sqlite: driver });
  const sourcesOf = (name: string) => new Set(prepared.filter(({ file }) => file === name).map(({ source }) => source));
  const ofEvents = sourcesOf(world.storage.eventFile);
  const ofHistory = sourcesOf(history.file);
  const sources = [...new Set(prepared.map(({ source }) => source))];
  expect(ofEvents.size).toBeGreaterThan(10);
  expect(ofHistory.size).toBeGreaterThan(8);
  expect(sources.length).toBeGreaterThan(40);
  const main = sqlite.open(world.storage.file);
  const events = sqlite.open(world.storage.eventFile);
  const values = sqlite.open(history.file);
  const databaseOf = (source: string) => (ofEvents.has(source) ? events : ofHistory.has(source) ? values : main);
  const scans = sources
    .filter((source) => !MAY.some((allowed) => allowed.test(source)))
    .flatMap((source) =>
      databaseOf(source)
        .prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
        .all(...boundFor(source))
        .filter(({ detail }) => LARGE.some((table) => new RegExp(`^SCAN ${table}\\b`).test(detail)))
        .map(({ detail }) => `${detail}: ${source}`),
    );
  main.close();
  events.close();
  values.close();
  history.close();
  world.close();
  expect(scans).toEqual([]);
});

/** A value for every parameter: which one makes no difference to a plan. */
function boundFor(source: string): readonly unknown[] {
  const names = [...source.matchAll(/@(\w+)/g)].map((match) => [match[1], 1]);
  const marks = [...source.matchAll(/\?/g)].map(() => 1);
  return names.length > 0 ? [Object.fromEntries(names)] : marks;
}
