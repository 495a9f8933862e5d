import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { connectWhole } from '../database/connect-whole.js';
import { createDatabase, removeLeftovers } from '../database/create.js';
import { StorageError, toStorageError, toUnavailable } from '../database/driver/errors.js';
import type { Connection, SqliteDriver } from '../database/driver/sqlite.js';
import { COMPANIONS, MATTER_FILE, prepareDirectory } from '../database/files.js';
import { checkVersion, MATTER_MIGRATIONS, migrate } from '../database/migrations.js';
import { type StorageLogger, silentLogger } from '../database/ports.js';

/** Path of the file of the Matter bridge. */
export interface MatterFileOptions {
  /** Created 0700 when missing; the file in it is `matter.db`, 0600. */
  readonly dataDir: string;
  /** Default: says nothing. */
  readonly log?: StorageLogger;
  /** Driver that opens the files. Default: the native binding if it can be loaded, else the SQLite of Node. */
  readonly sqlite?: SqliteDriver | undefined;
  /** Time for which a call waits for another process; the program stands still meanwhile. Default 1000. */
  readonly busyTimeoutMs?: number;
  /** Seals the codes of the bridge, and opens them again; each is bound to its `name`. */
  readonly box: {
    seal(text: string, name: string): string;
    open(sealed: string, name: string): string;
  };
}

/** Choice of the user for a device. */
export interface MatterChoice {
  readonly enabled: boolean;
  readonly name?: string;
  /** Kind of a shown switch. */
  readonly kind?: 'plug' | 'light';
}

/**
 * Stored state of the Matter bridge: fabrics, counters and codes, the numbers of devices, and the user's choices. Each
 * call is on the disk when it returns, and throws a `StorageError` when it failed.
 */
export interface MatterFile {
  /** Path of the file. */
  readonly file: string;
  load(): { readonly context: string; readonly key: string; readonly value: string }[];
  /** All rows or none. */
  save(rows: readonly { readonly context: string; readonly key: string; readonly value: string }[]): void;
  remove(context: string, key: string): void;
  /** Keys in this context and below it; all of them for an empty one. */
  clear(context: string): void;
  /** The number of a thing; a new one above all that there ever were where it has none. */
  numberOf(key: string): number;
  /** The number of a thing that has one. */
  knownNumber(key: string): number | undefined;
  choices(): ReadonlyMap<string, MatterChoice>;
  choose(key: string, choice: MatterChoice): void;
  /** Public facts about the identity of the bridge. */
  fact(name: string): string | undefined;
  keepFact(name: string, value: string): void;
  /** Undefined also where it was sealed with another key: a code can be made anew. */
  secret(name: string): string | undefined;
  keepSecret(name: string, value: string): void;
  /** Forgets the homes and the codes; numbers and choices stay. */
  reset(): void;
  /** Closes the file. Calling it again does nothing. */
  close(): void;
}

/**
 * Opens the file of the Matter bridge, creating it if there is none. A damaged one stays and is not opened: it holds
 * the keys of the fabrics, and an empty one instead would remove the bridge from all of them.
 * @throws StorageError as `openStorage`
 *
 * @example
 * const matter = await openMatterFile({ dataDir: '/var/lib/ccu-gateway', box });
 * const number = matter.numberOf('home/0001D3C99C0001:3');
 * matter.close();
 */
export async function openMatterFile(options: MatterFileOptions): Promise<MatterFile> {
  const { dataDir, log = silentLogger, busyTimeoutMs = 1000, sqlite, box } = options;
  const file = join(dataDir, MATTER_FILE);
  try {
    prepareDirectory(dataDir, log);
    const isThere = [file, ...COMPANIONS.map((suffix) => file + suffix)].some((path) => existsSync(path));
    if (isThere) removeLeftovers(file);
    else await createDatabase(file, MATTER_MIGRATIONS, { sqlite });
    const db = await connectWhole(file, { busyTimeoutMs, sqlite });
    try {
      checkVersion(db, 'always', MATTER_MIGRATIONS);
      migrate(db, 'always', MATTER_MIGRATIONS);
      // Little is written here, so that no thread of its own has to empty the journal.
      db.pragma('wal_autocheckpoint = 200');
      return assemble(db, box, log);
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    const reason = toUnavailable(error);
    if (!reason.damaged) throw reason;
    const remedy = `put ${MATTER_FILE} of a backup back, or run "ccu-gateway matter reset" and add the bridge to each home again`;
    throw new StorageError(reason.code, `${MATTER_FILE} is damaged`, { cause: reason, damaged: true, remedy });
  }
}

interface Row {
  readonly context: string;
  readonly key: string;
  readonly value: string;
}

interface ChoiceRow {
  readonly key: string;
  readonly enabled: number;
  readonly name: string | null;
  readonly kind: string | null;
}

const choiceOf = ({ enabled, name, kind }: ChoiceRow): MatterChoice => ({
  enabled: enabled === 1,
  ...(name === null ? {} : { name }),
  ...(kind === 'plug' || kind === 'light' ? { kind } : {}),
});

function assemble(db: Connection, box: MatterFileOptions['box'], log: StorageLogger): MatterFile {
  const load = db.prepare<[], Row>('SELECT context, key, value FROM state');
  const put = db.prepare<[string, string, string]>('INSERT OR REPLACE INTO state VALUES (?, ?, ?)');
  const remove = db.prepare<[string, string]>('DELETE FROM state WHERE context = ? AND key = ?');
  const clear = db.prepare<[string, string, string, string]>(
    "DELETE FROM state WHERE ? = '' OR context = ? OR substr(context, 1, length(?)) = ?",
  );
  const number = db.prepare<[string], { number: number }>('SELECT number FROM endpoints WHERE key = ?');
  const count = db.prepare<[string]>(
    'INSERT INTO endpoints (key, number) SELECT ?, max(1, coalesce(max(number), 1)) + 1 FROM endpoints',
  );
  const choices = db.prepare<[], ChoiceRow>('SELECT key, enabled, name, kind FROM choices');
  const choose = db.prepare<[string, number, string | null, string | null]>(
    'INSERT OR REPLACE INTO choices (key, enabled, name, kind) VALUES (?, ?, ?, ?)',
  );
  const secret = db.prepare<[string], { value: string }>('SELECT value FROM secrets WHERE name = ?');
  const keep = db.prepare<[string, string]>('INSERT OR REPLACE INTO secrets VALUES (?, ?)');
  const fact = db.prepare<[string], { value: string }>('SELECT value FROM facts WHERE name = ?');
  const keepFact = db.prepare<[string, string]>('INSERT OR REPLACE INTO facts VALUES (?, ?)');
  const saveAll = db.transaction((rows: readonly Row[]) => {
    for (const { context, key, value } of rows) put.run(context, key, value);
  });
  const reset = db.transaction(() => db.exec('DELETE FROM state; DELETE FROM secrets; DELETE FROM facts;'));
  const place = (name: string) => `matter.${name}`;
  return {
    file: db.name,
    load: told(() => load.all()),
    save: told((rows) => saveAll.immediate(rows)),
    remove: told((context, key) => void remove.run(context, key)),
    clear: told((context) => void clear.run(context, context, `${context}.`, `${context}.`)),
    numberOf: told((key) => {
      const known = number.get(key);
      if (known !== undefined) return known.number;
      count.run(key);
      return (number.get(key) as { number: number }).number;
    }),
    knownNumber: told((key) => number.get(key)?.number),
    choices: told(() => new Map(choices.all().map((row) => [row.key, choiceOf(row)]))),
    choose: told((key, { enabled, name, kind }) => void choose.run(key, enabled ? 1 : 0, name ?? null, kind ?? null)),
    fact: told((name) => fact.get(name)?.value),
    keepFact: told((name, value) => void keepFact.run(name, value)),
    secret: told((name) => {
      const kept = secret.get(name);
      if (kept === undefined) return undefined;
      try {
        return box.open(kept.value, place(name));
      } catch {
        log.warn('storage.matter.code_unreadable', { name });
        return undefined;
      }
    }),
    keepSecret: told((name, value) => void keep.run(name, box.seal(value, place(name)))),
    reset: told(() => void reset.immediate()),
    close() {
      if (db.open) db.close();
    },
  };
}

/** The same call, with stable error codes. */
function told<Args extends readonly unknown[], Answer>(call: (...args: Args) => Answer): (...args: Args) => Answer {
  return (...args) => {
    try {
      return call(...args);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      throw code.startsWith('SQLITE_') ? toStorageError(error) : error;
    }
  };
}

/**
 * Makes the bridge one that belongs to no home, with other codes. Numbers and choices stay, but in a damaged file: that one is
 * renamed. Hold `lockDataDir` meanwhile. Answers where the damaged file lies, if it was one; undefined where there is no file.
 * @throws StorageError as `openMatterFile`
 *
 * @example
 * const done = await resetMatterFile({ dataDir: '/var/lib/ccu-gateway', now: Date.now() });
 */
export async function resetMatterFile(options: {
  readonly dataDir: string;
  readonly now: number;
}): Promise<{ readonly setAside?: string } | undefined> {
  const file = join(options.dataDir, MATTER_FILE);
  if (![file, ...COMPANIONS.map((suffix) => file + suffix)].some((path) => existsSync(path))) return undefined;
  const closed = { seal: (text: string) => text, open: (text: string) => text };
  try {
    const matter = await openMatterFile({ dataDir: options.dataDir, box: closed });
    matter.reset();
    matter.close();
    return {};
  } catch (error) {
    if (!(error instanceof StorageError && error.damaged)) throw error;
    const setAside = `${file}.damaged-${new Date(options.now).toISOString().replace(/\D/g, '').slice(0, 17)}`;
    for (const suffix of [...COMPANIONS, ''])
      if (existsSync(file + suffix)) renameSync(file + suffix, setAside + suffix);
    return { setAside };
  }
}
