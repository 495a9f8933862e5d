import { StorageError } from '@ccu-gateway/storage';
import { walkSealed } from '@ccu-gateway/storage/stores';
import type { Queries } from '../database/queries.js';
import type { Session } from '../database/session.js';

/** The tables that hold sealed values, the column that names a row, and the prefix of their paths. */
const TABLES = [
  { table: 'config_sections', key: 'section', value: 'value', prefix: '' },
  { table: 'centrals', key: 'name', value: 'config', prefix: 'centrals.' },
  { table: 'facts', key: 'key', value: 'value', prefix: 'facts.' },
];

/** Writes every sealed value anew, all or none; answers how many. @throws StorageError `storage_in_use` while a gateway runs on it */
export function resealAll(
  session: Session,
  schema: string,
  rewrite: (sealed: string, path: string) => string,
): Promise<number> {
  return session.transaction('centrals', async (queries) => {
    // Every running gateway holds it for sharing.
    const [lock] = await queries.rows<{ ok: boolean }>('SELECT pg_try_advisory_xact_lock(hashtext($1), 2) AS ok', [
      schema,
    ]);
    if (lock?.ok !== true) {
      throw new StorageError('storage_in_use', 'a gateway runs on the database', {
        remedy: 'stop all gateways of the fleet first',
      });
    }
    await queries.count('LOCK TABLE config_sections, centrals, facts IN SHARE ROW EXCLUSIVE MODE');
    let count = 0;
    for (const each of TABLES) count += await resealTable(queries, each, rewrite);
    return count;
  });
}

async function resealTable(
  queries: Queries,
  { table, key, value, prefix }: (typeof TABLES)[number],
  rewrite: (sealed: string, path: string) => string,
): Promise<number> {
  let count = 0;
  const walk = walkSealed((sealed, path) => {
    count += 1;
    return rewrite(sealed, path);
  });
  const rows = await queries.rows<{ key: string; text: string }>(
    `SELECT ${key} AS key, ${value} AS text FROM ${table}`,
  );
  for (const row of rows) {
    const text = JSON.stringify(walk(JSON.parse(row.text), prefix + row.key));
    if (text !== row.text) await queries.count(`UPDATE ${table} SET ${value} = $2 WHERE ${key} = $1`, [row.key, text]);
  }
  return count;
}
