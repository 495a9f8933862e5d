import type { SessionFilter, SessionRecord, SessionStore } from '@ccu-gateway/auth-core';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';

type SessionRow = {
  readonly id_hash: string;
  readonly principal_key: string;
  readonly subject: string;
  readonly scheme: SessionRecord['scheme'];
  readonly role: SessionRecord['role'];
  readonly created_at: number;
  readonly expires_at: number;
  readonly address: string;
  readonly user_agent: string | null;
  readonly auth_epoch: string;
  readonly last_seen_at: number | null;
};

export function createSessionStore(db: Connection, write: Write): SessionStore {
  const find = db.prepare<[string], SessionRow>('SELECT * FROM sessions WHERE id_hash = ?');
  const insert = db.prepare(
    `INSERT INTO sessions VALUES
     (@idHash, @principalKey, @subject, @scheme, @role, @createdAt, @expiresAt, @address, @userAgent, @authEpoch,
      @lastSeenAt)`,
  );
  const touch = db.prepare<[number, string]>('UPDATE sessions SET last_seen_at = ? WHERE id_hash = ?');
  const remove = db.prepare<[string]>('DELETE FROM sessions WHERE id_hash = ?');
  const all = db.prepare<[], SessionRow>('SELECT * FROM sessions ORDER BY created_at DESC');
  const ofPrincipal = db.prepare<[string], SessionRow>(
    'SELECT * FROM sessions WHERE principal_key = ? ORDER BY created_at DESC',
  );
  const removeOfPrincipal = db
    .prepare<[string, string], string>(
      'DELETE FROM sessions WHERE principal_key = ? AND id_hash <> ? RETURNING id_hash',
    )
    .pluck();
  const removeExpired = db.prepare<[number]>('DELETE FROM sessions WHERE expires_at <= ?');

  return {
    durable: true,
    find: guarded((idHash) => {
      const row = find.get(idHash);
      return row === undefined ? null : toRecord(row);
    }),
    create: write((session) => void insert.run(session)),
    touch: write((idHash, at) => void touch.run(at, idHash)),
    delete: write((idHash) => remove.run(idHash).changes === 1),
    list: guarded(({ principalKey, subject }: SessionFilter = {}) =>
      (principalKey === undefined ? all.all() : ofPrincipal.all(principalKey))
        .filter((row) => subject === undefined || row.subject === subject)
        .map(toRecord),
    ),
    deleteByPrincipal: write((principalKey, exceptIdHash = '') => removeOfPrincipal.all(principalKey, exceptIdHash)),
    deleteExpired: write((now) => removeExpired.run(now).changes),
  };
}

function toRecord(row: SessionRow): SessionRecord {
  return {
    idHash: row.id_hash,
    principalKey: row.principal_key,
    subject: row.subject,
    scheme: row.scheme,
    role: row.role,
    authEpoch: row.auth_epoch,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastSeenAt: row.last_seen_at,
    address: row.address,
    userAgent: row.user_agent,
  };
}
