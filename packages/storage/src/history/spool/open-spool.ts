import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { HistorySample, HistorySpool } from '@ccu-gateway/gateway-core/use-cases';
import { guarded } from '../../database/connection.js';
import { loadSqlite } from '../../database/driver/driver.js';
import { toUnavailable } from '../../database/driver/errors.js';
import type { SqliteDriver } from '../../database/driver/sqlite.js';
import { createPrivate, HISTORY_FILE } from '../../database/files.js';

/** Begins like the name of the history, whose rights and exclusions it has. */
const FILE = `${HISTORY_FILE}.import`;

/**
 * Opens an empty place that sorts samples on the disk of a data directory. Nothing in it outlives the process, so that it has no
 * journal.
 * @throws StorageError
 *
 * @example
 * const spool = await openHistorySpool({ dataDir });
 * await spool.add([{ series: 'point/home/0001D3C99C0001/1/LEVEL', at: Date.now(), value: 0.5 }]);
 * spool.close();
 */
export async function openHistorySpool(options: {
  readonly dataDir: string;
  /** Default: the native binding if it can be loaded, else the SQLite of Node. */
  readonly sqlite?: SqliteDriver | undefined;
}): Promise<HistorySpool> {
  const file = join(options.dataDir, FILE);
  try {
    const sqlite = options.sqlite ?? (await loadSqlite());
    removeHistorySpool(options.dataDir);
    createPrivate(file, options.dataDir);
    return createSpool(sqlite, file, () => removeHistorySpool(options.dataDir));
  } catch (error) {
    throw toUnavailable(error);
  }
}

/**
 * Removes what a killed process left.
 *
 * @example
 * removeHistorySpool('/var/lib/ccu-gateway');
 */
export function removeHistorySpool(dataDir: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(join(dataDir, FILE + suffix), { force: true });
}

interface Extent {
  readonly name: string;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

function createSpool(sqlite: SqliteDriver, file: string, remove: () => void): HistorySpool {
  const db = sqlite.open(file);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.exec(`
    CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE samples (id INTEGER, at INTEGER, value REAL, PRIMARY KEY (id, at)) WITHOUT ROWID;`);
  const insertName = db.prepare<[number, string]>('INSERT INTO names VALUES (?, ?)');
  const insert = db.prepare<[number, number, number]>('INSERT OR IGNORE INTO samples VALUES (?, ?, ?)');
  const extents = db.prepare<[], Extent>(
    `SELECT name, count(*) AS count, min(at) AS first, max(at) AS last
     FROM samples JOIN names USING (id) GROUP BY id ORDER BY name`,
  );
  const between = db.prepare<[number, number, number], { readonly at: number; readonly value: number }>(
    'SELECT at, value FROM samples WHERE id = ? AND at >= ? AND at < ? ORDER BY at',
  );
  const ids = new Map<string, number>();
  const idOf = (name: string): number => {
    const known = ids.get(name);
    if (known !== undefined) return known;
    insertName.run(ids.size + 1, name);
    ids.set(name, ids.size + 1);
    return ids.size;
  };
  const addAll = db.transaction((samples: readonly HistorySample[]) => {
    for (const { series, at, value } of samples) insert.run(idOf(series), at, value);
  });
  return {
    add: guarded((samples) => addAll(samples)),
    series: guarded(() =>
      extents.all().map(({ name, count, first, last }) => ({ series: name, count, from: first, to: last })),
    ),
    read: guarded((series, from, to) =>
      between.all(ids.get(series) ?? 0, from, to).map((sample) => ({ series, ...sample })),
    ),
    close() {
      if (db.open) db.close();
      remove();
    },
  };
}
