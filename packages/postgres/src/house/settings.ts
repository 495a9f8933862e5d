import type {
  CentralStore,
  FactStore,
  SectionStore,
  StorageClock,
  StoredCentral,
  StoredPreferences,
  UnignoreEntry,
  UnignoreStore,
} from '@ccu-gateway/storage';
import { centralWrites, isSameJson, type NewCentral, nameTwice } from '@ccu-gateway/storage/stores';
import type { Queries } from '../database/queries.js';
import type { Session, Statements } from '../database/session.js';

export function createSectionStore(session: Statements, clock: StorageClock): SectionStore {
  const get = (queries: Queries, section: string) =>
    documentOf(queries, 'SELECT value FROM config_sections WHERE section = $1', [section]);
  const put = (queries: Queries, section: string, value: unknown) =>
    queries.count(
      `INSERT INTO config_sections VALUES ($1, $2, $3)
       ON CONFLICT (section) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
      [section, JSON.stringify(value), clock.now()],
    );
  return {
    async all() {
      const rows = await session.rows<{ section: string; value: string }>('SELECT section, value FROM config_sections');
      return Object.fromEntries(rows.map(({ section, value }) => [section, JSON.parse(value)]));
    },
    get: (section) => get(session, section),
    put: async (section, value) => void (await put(session, section, value)),
    replace: (section, before, after) =>
      // Settings are among the authentication sources.
      session.transaction('access', async (queries) => {
        if (!isSameJson(await get(queries, section), before)) return false;
        if (after === undefined) await queries.count('DELETE FROM config_sections WHERE section = $1', [section]);
        else await put(queries, section, after);
        return true;
      }),
  };
}

export function createCentralStore(session: Statements, clock: StorageClock): CentralStore {
  return {
    list: () => centralsIn(session),
    // CCUs are among the authentication sources.
    create: (central) => session.transaction('access', (queries) => addCentral(queries, central, clock)),
    update: (name, change) => setCentral(session, name, change, clock),
    delete: (name) => removeCentral(session, name),
    change: (decide) =>
      session.transaction('access', async (queries) => {
        const kept = await centralsIn(queries, 'FOR UPDATE');
        const { gone, changed, added } = centralWrites(kept, decide(kept));
        for (const name of gone) await removeCentral(queries, name);
        for (const each of changed) await setCentral(queries, each.name, each, clock);
        for (const each of added) if (!(await addCentral(queries, each, clock))) throw nameTwice();
        return await centralsIn(queries);
      }),
  };
}

async function centralsIn(queries: Queries, locking = ''): Promise<readonly StoredCentral[]> {
  const rows = await queries.rows<Omit<StoredCentral, 'config'> & { readonly config: string }>(
    `SELECT name, enabled, config, created_at AS "createdAt", updated_at AS "updatedAt" FROM centrals
     ORDER BY created_at, name ${locking}`,
  );
  return rows.map((row) => ({ ...row, config: JSON.parse(row.config) }));
}

async function addCentral(
  queries: Queries,
  { name, enabled, config }: NewCentral,
  clock: StorageClock,
): Promise<boolean> {
  // Later than every other, also where the clocks of two machines differ: the order is that of creation.
  const added = await queries.count(
    `INSERT INTO centrals SELECT $1, $2, $3, greatest($4, (SELECT max(created_at) + 1 FROM centrals)), $4
     ON CONFLICT DO NOTHING`,
    [name, enabled, JSON.stringify(config), clock.now()],
  );
  return added === 1;
}

async function setCentral(
  queries: Queries,
  name: string,
  { enabled, config }: Partial<NewCentral>,
  clock: StorageClock,
): Promise<boolean> {
  const text = config === undefined ? null : JSON.stringify(config);
  const changed = await queries.count(
    `UPDATE centrals SET enabled = coalesce($2, enabled), config = coalesce($3, config), updated_at = $4
     WHERE lower(name) = lower($1 COLLATE "C")`,
    [name, enabled ?? null, text, clock.now()],
  );
  return changed === 1;
}

async function removeCentral(queries: Queries, name: string): Promise<boolean> {
  return (await queries.count('DELETE FROM centrals WHERE lower(name) = lower($1 COLLATE "C")', [name])) === 1;
}

export function createPreferenceStore(session: Session): StoredPreferences {
  return {
    get: (principalKey, key) =>
      documentOf(session, 'SELECT value FROM preferences WHERE principal_key = $1 AND key = $2', [principalKey, key]),
    put: (principalKey, key, value, limits) =>
      session.transaction('preferences', async (queries) => {
        const text = JSON.stringify(value);
        const size = Buffer.byteLength(key) + Buffer.byteLength(text);
        const [others] = await queries.rows<{ keys: number; bytes: number }>(
          `SELECT count(*) AS keys, coalesce(sum(bytes), 0)::bigint AS bytes FROM preferences
           WHERE principal_key = $1 AND key <> $2`,
          [principalKey, key],
        );
        const { keys, bytes } = others ?? { keys: 0, bytes: 0 };
        if (keys >= limits.keys || bytes + size > limits.bytes) return false;
        await queries.count(
          `INSERT INTO preferences VALUES ($1, $2, $3, $4)
           ON CONFLICT (principal_key, key) DO UPDATE SET value = excluded.value, bytes = excluded.bytes`,
          [principalKey, key, text, size],
        );
        return true;
      }),
    delete: async (principalKey, key) =>
      void (await session.count('DELETE FROM preferences WHERE principal_key = $1 AND key = $2', [principalKey, key])),
    deleteAll: async (principalKey) =>
      void (await session.count('DELETE FROM preferences WHERE principal_key = $1', [principalKey])),
  };
}

export function createUnignoreStore(session: Session, clock: StorageClock): UnignoreStore {
  const list = (queries: Queries, central: string) =>
    queries.rows<UnignoreEntry>(
      `SELECT pattern, updated_at AS "updatedAt", updated_by AS "updatedBy" FROM unignore
       WHERE central = $1 ORDER BY pattern`,
      [central],
    );
  return {
    list: (central) => list(session, central),
    replace: (central, patterns, by) =>
      session.transaction('unignore', async (queries) => {
        const wanted = new Set(patterns);
        for (const { pattern } of await list(queries, central)) {
          if (wanted.has(pattern)) continue;
          await queries.count('DELETE FROM unignore WHERE central = $1 AND pattern = $2', [central, pattern]);
        }
        for (const pattern of wanted) {
          await queries.count('INSERT INTO unignore VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
            ...[central, pattern],
            ...[clock.now(), by],
          ]);
        }
        return await list(queries, central);
      }),
  };
}

export function createFactStore(session: Queries): FactStore & {
  /** Notes it where nothing was noted yet; returns the value that is noted then. */
  readonly first: (key: string, value: unknown) => Promise<unknown>;
  readonly remove: (key: string) => Promise<void>;
} {
  const get = (key: string) => documentOf(session, 'SELECT value FROM facts WHERE key = $1', [key]);
  return {
    get,
    put: async (key, value) =>
      void (await session.count(
        'INSERT INTO facts VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        [key, JSON.stringify(value)],
      )),
    async replace(key, before, after) {
      const [noted, next] = [JSON.stringify(before), JSON.stringify(after)];
      const changed =
        noted === undefined
          ? session.count('INSERT INTO facts VALUES ($1, $2) ON CONFLICT DO NOTHING', [key, next])
          : session.count('UPDATE facts SET value = $3 WHERE key = $1 AND value = $2', [key, noted, next]);
      return (await changed) === 1;
    },
    async first(key, value) {
      await session.count('INSERT INTO facts VALUES ($1, $2) ON CONFLICT DO NOTHING', [key, JSON.stringify(value)]);
      return await get(key);
    },
    remove: async (key) => void (await session.count('DELETE FROM facts WHERE key = $1', [key])),
  };
}

async function documentOf(queries: Queries, select: string, values: readonly string[]): Promise<unknown> {
  const [row] = await queries.rows<{ value: string }>(select, values);
  return row === undefined ? undefined : JSON.parse(row.value);
}
