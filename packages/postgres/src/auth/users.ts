import type { UserRecord, UserStore } from '@ccu-gateway/auth-core';
import type { Queries } from '../database/queries.js';
import type { Statements } from '../database/session.js';

const COLUMNS = `account, role, password_hash AS "passwordHash", generation, created_at AS "createdAt",
  last_seen_at AS "lastSeenAt", disabled_at AS "disabledAt"`;

export function createUserStore(session: Statements): UserStore {
  return {
    find: (account) => find(session, account),
    findMany: (keys) => session.rows<UserRecord>(`SELECT ${COLUMNS} FROM users WHERE account = ANY($1)`, [keys]),
    list: () => session.rows<UserRecord>(`SELECT ${COLUMNS} FROM users ORDER BY account`),
    create: (user) => session.transaction('access', (queries) => insert(queries, user)),
    createFirstAdminIf: (user, { adminTokensCountAt, noOtherSource }) =>
      session.transaction('access', async (queries) => {
        if (await isThere(queries, 'SELECT FROM users')) return false;
        if (adminTokensCountAt !== null && (await isThere(queries, ADMIN_TOKEN, [adminTokensCountAt]))) return false;
        if (await isThere(queries, 'SELECT FROM own_ways')) return false;
        return noOtherSource() && (await insert(queries, user));
      }),
    update: (account, { role, passwordHash, disabledAt }, { keepAdmin, generation }) =>
      session.transaction('access', async (queries) => {
        const user = await find(queries, account);
        if (user === null) return 'not_found';
        if (generation !== undefined && generation !== user.generation) return 'stale';
        const demotes = typeof disabledAt === 'number' || (role !== undefined && role !== 'admin');
        if (keepAdmin && demotes && (await isLastAdmin(queries, user))) return 'last_admin';
        const counts = passwordHash !== undefined || typeof disabledAt === 'number';
        await queries.count(
          'UPDATE users SET role = $2, password_hash = $3, generation = $4, disabled_at = $5 WHERE account = $1',
          [
            account,
            role ?? user.role,
            passwordHash ?? user.passwordHash,
            user.generation + (counts ? 1 : 0),
            disabledAt === undefined ? user.disabledAt : disabledAt,
          ],
        );
        return 'done';
      }),
    delete: (account, { keepAdmin }) =>
      session.transaction('access', async (queries) => {
        const user = await find(queries, account);
        if (user === null) return 'not_found';
        if (keepAdmin && (await isLastAdmin(queries, user))) return 'last_admin';
        await queries.count('DELETE FROM users WHERE account = $1', [account]);
        return 'done';
      }),
    touch: async (account, at) =>
      void (await session.count('UPDATE users SET last_seen_at = $2 WHERE account = $1', [account, at])),
  };
}

const ADMIN_TOKEN = `SELECT FROM tokens WHERE role = 'admin' AND (expires_at IS NULL OR expires_at > $1)`;

async function find(queries: Queries, account: string): Promise<UserRecord | null> {
  const rows = await queries.rows<UserRecord>(`SELECT ${COLUMNS} FROM users WHERE account = $1`, [account]);
  return rows[0] ?? null;
}

async function insert(queries: Queries, user: UserRecord): Promise<boolean> {
  const { account, role, passwordHash, generation, createdAt, lastSeenAt, disabledAt } = user;
  const added = await queries.count(
    `INSERT INTO users (account, role, password_hash, generation, created_at, last_seen_at, disabled_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [account, role, passwordHash, generation, createdAt, lastSeenAt, disabledAt],
  );
  return added === 1;
}

async function isThere(queries: Queries, select: string, values: readonly (string | number)[] = []): Promise<boolean> {
  return (await queries.rows(`${select} LIMIT 1`, values)).length > 0;
}

async function isLastAdmin(queries: Queries, { account, role, disabledAt }: UserRecord): Promise<boolean> {
  if (role !== 'admin' || disabledAt !== null) return false;
  const other = `SELECT FROM users WHERE role = 'admin' AND disabled_at IS NULL AND account <> $1`;
  return !(await isThere(queries, other, [account]));
}
