import type { StateStore } from '@ccu-gateway/ccu-client';
import type { PreferenceLimits, PreferenceStore } from '@ccu-gateway/gateway-core/use-cases';
import { asking } from '../database/asking.js';
import { guarded } from '../database/connection.js';
import { StorageError } from '../database/driver/errors.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';
import type { StorageClock } from '../database/ports.js';

/** Sections of the configuration that were changed at run time, as JSON. */
export interface SectionStore {
  all(): Promise<Readonly<Record<string, unknown>>>;
  get(section: string): Promise<unknown>;
  put(section: string, value: unknown): Promise<void>;
  /**
   * Keeps `after` in place of `before`, and nothing where that is undefined. False, and nothing is written, where something other than
   * `before` is kept by then.
   */
  replace(section: string, before: unknown, after: unknown): Promise<boolean>;
}

/**
 * True when two values are equal as JSON.
 *
 * @example
 * isSameJson({ a: 1 }, { a: 1 }); // true
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Remembered state of links and bridges, with a list of its keys. */
export interface CcuStateStore extends StateStore {
  /** Those that begin with `prefix`, in order. */
  keys(prefix: string): Promise<readonly string[]>;
}

/** A central as it was configured at run time. Names ignore case. */
export interface StoredCentral {
  readonly name: string;
  readonly enabled: boolean;
  /** Everything else, as JSON; secrets in it are sealed by the writer. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A central as it is to be kept. */
export type NewCentral = Pick<StoredCentral, 'name' | 'enabled' | 'config'>;

/** The centrals that were configured at run time. */
export interface CentralStore {
  /** In order of creation. An empty list leaves the authority to the configuration file. */
  list(): Promise<readonly StoredCentral[]>;
  /** False when the name exists. */
  create(central: NewCentral): Promise<boolean>;
  /** False when there is none of that name. */
  update(name: string, change: Partial<Pick<StoredCentral, 'enabled' | 'config'>>): Promise<boolean>;
  /** False when there is none of that name. */
  delete(name: string): Promise<boolean>;
  /**
   * Stores the result of `decide` over the stored centrals, in one transaction and alone among all changes; returns the
   * stored ones. Those that it returns unchanged are not written. It may be called again, so it must have no other
   * effect; its errors pass through, and nothing is written.
   */
  change(decide: (kept: readonly StoredCentral[]) => readonly NewCentral[]): Promise<readonly StoredCentral[]>;
}

/**
 * Writes that replace `kept` by `next`, in this order.
 *
 * @example
 * const { gone, changed, added } = centralWrites(kept, next);
 */
export function centralWrites(kept: readonly StoredCentral[], next: readonly NewCentral[]) {
  const isIn = (centrals: readonly NewCentral[], name: string) => centrals.some((each) => each.name === name);
  return {
    gone: kept.filter(({ name }) => !isIn(next, name)).map(({ name }) => name),
    changed: next.filter((each) => isIn(kept, each.name) && !kept.some((before) => before === each)),
    added: next.filter(({ name }) => !isIn(kept, name)),
  };
}

/**
 * The error for a second CCU of one name: names ignore case.
 *
 * @example
 * if (!added) throw nameTwice();
 */
export const nameTwice = () => new StorageError('storage_failed', 'two CCUs cannot have one name');

/** Small documents of each principal. Rejects with a `StorageError`. */
export interface StoredPreferences extends PreferenceStore {
  /** All of a principal that was deleted. */
  deleteAll(principalKey: string): Promise<void>;
}

/** A pattern that shows hidden parameters of one central. */
export interface UnignoreEntry {
  readonly pattern: string;
  /** Milliseconds since the Unix epoch. */
  readonly updatedAt: number;
  /** Subject of the principal that added the pattern. */
  readonly updatedBy: string;
}

/** The patterns of each central that show hidden parameters. */
export interface UnignoreStore {
  list(central: string): Promise<readonly UnignoreEntry[]>;
  /** Replaces the list; patterns that were there keep their time and author. */
  replace(central: string, patterns: readonly string[], by: string): Promise<readonly UnignoreEntry[]>;
}

/** Notes of the running gateway for programs that open the database beside it, as JSON. */
export interface FactStore {
  /** Undefined when it was never noted. */
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  /** Stores `after` where `before` is noted, as `get` returned it; false where it is something else by now. */
  replace(key: string, before: unknown, after: unknown): Promise<boolean>;
}

export function createSectionStore(db: Connection, write: Write, clock: StorageClock): SectionStore {
  const all = db.prepare<[], { section: string; value: string }>('SELECT section, value FROM config_sections');
  const get = db.prepare<[string], string>('SELECT value FROM config_sections WHERE section = ?').pluck();
  const put = db.prepare<[string, string, number]>(
    `INSERT INTO config_sections VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
  );
  const remove = db.prepare<[string]>('DELETE FROM config_sections WHERE section = ?');
  const replace = db.transaction((section: string, before: unknown, after: unknown) => {
    if (!isSameJson(parse(get.get(section)), before)) return false;
    if (after === undefined) remove.run(section);
    else put.run(section, JSON.stringify(after), clock.now());
    return true;
  });
  return {
    all: guarded(() => Object.fromEntries(all.all().map((row) => [row.section, JSON.parse(row.value)]))),
    get: guarded((section) => parse(get.get(section))),
    put: write((section, value) => void put.run(section, JSON.stringify(value), clock.now())),
    replace: write((section, before, after) => replace.immediate(section, before, after)),
  };
}

export function createCentralStore(db: Connection, write: Write, clock: StorageClock): CentralStore {
  type Row = { name: string; enabled: number; config: string; created_at: number; updated_at: number };
  const list = db.prepare<[], Row>('SELECT * FROM centrals ORDER BY created_at, name');
  // Later than every other, also within one millisecond and after the clock was set back: the order is that of creation.
  const insert = db.prepare<[string, number, string, number, number]>(
    `INSERT INTO centrals
     SELECT ?, ?, ?, max(?, coalesce((SELECT max(created_at) + 1 FROM centrals), 0)), ? WHERE true
     ON CONFLICT DO NOTHING`,
  );
  const update = db.prepare<[number | null, string | null, number, string]>(
    'UPDATE centrals SET enabled = coalesce(?, enabled), config = coalesce(?, config), updated_at = ? WHERE name = ?',
  );
  const remove = db.prepare<[string]>('DELETE FROM centrals WHERE name = ?');
  const rows = () =>
    list.all().map((row) => ({
      name: row.name,
      enabled: row.enabled === 1,
      config: JSON.parse(row.config),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }));
  const add = ({ name, enabled, config }: NewCentral) => {
    const now = clock.now();
    return insert.run(name, Number(enabled), JSON.stringify(config), now, now).changes === 1;
  };
  const set = (name: string, { enabled, config }: Partial<NewCentral>) => {
    const text = config === undefined ? null : JSON.stringify(config);
    return update.run(enabled === undefined ? null : Number(enabled), text, clock.now(), name).changes === 1;
  };
  const change = db.transaction((decide: Parameters<CentralStore['change']>[0]) => {
    const kept = rows();
    const { gone, changed, added } = centralWrites(kept, decide(kept));
    for (const name of gone) remove.run(name);
    for (const each of changed) set(each.name, each);
    for (const each of added) if (!add(each)) throw nameTwice();
    return rows();
  });
  const changeInLine = write(change.immediate);
  return {
    list: guarded(rows),
    create: write(add),
    update: write(set),
    delete: write((name) => remove.run(name).changes === 1),
    change: (decide) => asking(decide, changeInLine),
  };
}

export function createPreferenceStore(db: Connection, write: Write): StoredPreferences {
  const get = db
    .prepare<[string, string], string>('SELECT value FROM preferences WHERE principal_key = ? AND key = ?')
    .pluck();
  const put = db.prepare<[string, string, string]>(
    'INSERT INTO preferences VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const others = db.prepare<[string, string], { keys: number; bytes: number }>(
    `SELECT count(*) AS keys, coalesce(sum(octet_length(key) + octet_length(value)), 0) AS bytes
     FROM preferences WHERE principal_key = ? AND key <> ?`,
  );
  const store = db.transaction((principalKey: string, key: string, text: string, limits: PreferenceLimits) => {
    const { keys, bytes } = others.get(principalKey, key) ?? { keys: 0, bytes: 0 };
    if (keys >= limits.keys || bytes + Buffer.byteLength(key) + Buffer.byteLength(text) > limits.bytes) return false;
    put.run(principalKey, key, text);
    return true;
  });
  const remove = db.prepare<[string, string]>('DELETE FROM preferences WHERE principal_key = ? AND key = ?');
  const removeAll = db.prepare<[string]>('DELETE FROM preferences WHERE principal_key = ?');
  return {
    get: guarded((principalKey, key) => parse(get.get(principalKey, key))),
    put: write((principalKey, key, value, limits) => store.immediate(principalKey, key, JSON.stringify(value), limits)),
    delete: write((principalKey, key) => void remove.run(principalKey, key)),
    deleteAll: write((principalKey) => void removeAll.run(principalKey)),
  };
}

export function createUnignoreStore(db: Connection, write: Write, clock: StorageClock): UnignoreStore {
  const list = db.prepare<[string], UnignoreEntry>(
    'SELECT pattern, updated_at AS updatedAt, updated_by AS updatedBy FROM unignore WHERE central = ? ORDER BY pattern',
  );
  const insert = db.prepare<[string, string, number, string]>(
    'INSERT INTO unignore VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare<[string, string]>('DELETE FROM unignore WHERE central = ? AND pattern = ?');
  const replace = db.transaction((central: string, patterns: readonly string[], by: string) => {
    const wanted = new Set(patterns);
    for (const { pattern } of list.all(central)) if (!wanted.has(pattern)) remove.run(central, pattern);
    for (const pattern of wanted) insert.run(central, pattern, clock.now(), by);
    return list.all(central);
  });
  return {
    list: guarded((central) => list.all(central)),
    replace: write((central, patterns, by) => replace.immediate(central, patterns, by)),
  };
}

export function createCcuStateStore(db: Connection, write: Write): CcuStateStore {
  const load = db.prepare<[string], string>('SELECT value FROM ccu_state WHERE key = ?').pluck();
  const put = db.prepare<[string, string]>(
    'INSERT INTO ccu_state VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare<[string]>('DELETE FROM ccu_state WHERE key = ?');
  const keys = db
    .prepare<[string, string], string>('SELECT key FROM ccu_state WHERE substr(key, 1, length(?)) = ? ORDER BY key')
    .pluck();
  return {
    keys: guarded((prefix) => keys.all(prefix, prefix)),
    load: guarded((key) => load.get(key)),
    save: write((key, value) => void (value === undefined ? remove.run(key) : put.run(key, value))),
  };
}

export function createFactStore(db: Connection, write: Write): FactStore {
  const get = db.prepare<[string], string>('SELECT value FROM facts WHERE key = ?').pluck();
  const put = db.prepare<[string, string]>(
    'INSERT INTO facts VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const replace = db.transaction((key: string, before: unknown, after: unknown) => {
    if (!isSameJson(parse(get.get(key)), before)) return false;
    put.run(key, JSON.stringify(after));
    return true;
  });
  return {
    get: guarded((key) => parse(get.get(key))),
    put: write((key, value) => void put.run(key, JSON.stringify(value))),
    replace: write((key, before, after) => replace.immediate(key, before, after)),
  };
}

function parse(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}
