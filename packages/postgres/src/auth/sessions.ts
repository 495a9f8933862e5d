import type { SessionRecord, SessionStore } from '@ccu-gateway/auth-core';
import type { Statements } from '../database/session.js';

const COLUMNS = `id_hash AS "idHash", principal_key AS "principalKey", subject, scheme, role, auth_epoch AS "authEpoch",
  created_at AS "createdAt", expires_at AS "expiresAt", last_seen_at AS "lastSeenAt", address, user_agent AS "userAgent"`;

export function createSessionStore(session: Statements): SessionStore {
  return {
    durable: true,
    shared: true,
    find: async (idHash) =>
      (await session.rows<SessionRecord>(`SELECT ${COLUMNS} FROM sessions WHERE id_hash = $1`, [idHash]))[0] ?? null,
    create: (record) =>
      session.transaction('access', async (queries) => {
        const { idHash, principalKey, subject, scheme, role, authEpoch, createdAt } = record;
        const { expiresAt, lastSeenAt, address, userAgent } = record;
        await queries.count(
          `INSERT INTO sessions (id_hash, principal_key, subject, scheme, role, auth_epoch, created_at, expires_at,
             last_seen_at, address, user_agent) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
          [
            ...[idHash, principalKey, subject, scheme, role, authEpoch, createdAt],
            ...[expiresAt, lastSeenAt, address, userAgent],
          ],
        );
      }),
    touch: async (idHash, at) =>
      void (await session.count('UPDATE sessions SET last_seen_at = $2 WHERE id_hash = $1', [idHash, at])),
    delete: (idHash) =>
      session.transaction(
        'access',
        async (queries) => (await queries.count('DELETE FROM sessions WHERE id_hash = $1', [idHash])) === 1,
      ),
    findMany: (keys) => session.rows<SessionRecord>(`SELECT ${COLUMNS} FROM sessions WHERE id_hash = ANY($1)`, [keys]),
    list: ({ principalKey = null, subject = null } = {}) =>
      session.rows<SessionRecord>(
        `SELECT ${COLUMNS} FROM sessions WHERE ($1::text IS NULL OR principal_key = $1)
           AND ($2::text IS NULL OR subject = $2) ORDER BY created_at DESC, id_hash`,
        [principalKey, subject],
      ),
    deleteByPrincipal: (principalKey, exceptIdHash = '') =>
      session.transaction('access', async (queries) => {
        const gone = await queries.rows<{ id: string }>(
          'DELETE FROM sessions WHERE principal_key = $1 AND id_hash <> $2 RETURNING id_hash AS id',
          [principalKey, exceptIdHash],
        );
        return gone.map(({ id }) => id);
      }),
    deleteExpired: (now) =>
      session.transaction('access', (queries) => queries.count('DELETE FROM sessions WHERE expires_at <= $1', [now])),
  };
}
