import type { TokenRecord, TokenStore } from '@ccu-gateway/auth-core';
import type { Statements } from '../database/session.js';

const COLUMNS = `fingerprint, subject, role, version, created_at AS "createdAt", expires_at AS "expiresAt",
  last_seen_at AS "lastSeenAt", last_address AS "lastAddress", last_client AS "lastClient", created_by AS "createdBy"`;

export function createTokenStore(session: Statements): TokenStore {
  const revokeWhere = (column: 'fingerprint' | 'subject', value: string, at: number) =>
    session.transaction('access', async (queries) => {
      const gone = await queries.rows<{ fingerprint: string }>(
        `WITH gone AS (DELETE FROM tokens WHERE ${column} = $1 RETURNING fingerprint)
         INSERT INTO revoked_tokens SELECT fingerprint, $2 FROM gone
         ON CONFLICT (fingerprint) DO UPDATE SET revoked_at = excluded.revoked_at RETURNING fingerprint`,
        [value, at],
      );
      return gone.map(({ fingerprint }) => fingerprint);
    });
  return {
    find: async (fingerprint) =>
      (await session.rows<TokenRecord>(`SELECT ${COLUMNS} FROM tokens WHERE fingerprint = $1`, [fingerprint]))[0] ??
      null,
    findMany: (keys) => session.rows<TokenRecord>(`SELECT ${COLUMNS} FROM tokens WHERE fingerprint = ANY($1)`, [keys]),
    list: () => session.rows<TokenRecord>(`SELECT ${COLUMNS} FROM tokens ORDER BY created_at DESC, fingerprint`),
    // Alone among those that revoke: otherwise one that is being revoked might come in once more.
    create: (token) =>
      session.transaction('access', async (queries) => {
        const { fingerprint, subject, role, version, createdAt, expiresAt } = token;
        const { lastSeenAt, lastAddress, lastClient, createdBy } = token;
        const added = await queries.count(
          `INSERT INTO tokens (fingerprint, subject, role, version, created_at, expires_at, last_seen_at, last_address,
             last_client, created_by) SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
           WHERE NOT EXISTS (SELECT FROM revoked_tokens WHERE fingerprint = $1) ON CONFLICT DO NOTHING`,
          [
            ...[fingerprint, subject, role, version, createdAt, expiresAt],
            ...[lastSeenAt, lastAddress, lastClient, createdBy],
          ],
        );
        return added === 1;
      }),
    revoke: async (fingerprint, at) => (await revokeWhere('fingerprint', fingerprint, at)).length === 1,
    revokeBySubject: (subject, at) => revokeWhere('subject', subject, at),
    touch: async (fingerprint, at, address, client) =>
      void (await session.count(
        `UPDATE tokens SET last_seen_at = $2, last_address = $3, last_client = coalesce($4, last_client)
         WHERE fingerprint = $1`,
        [fingerprint, at, address, client],
      )),
  };
}
