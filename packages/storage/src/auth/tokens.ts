import type { TokenRecord, TokenStore } from '@ccu-gateway/auth-core';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';

type TokenRow = {
  readonly fingerprint: string;
  readonly subject: string;
  readonly role: TokenRecord['role'];
  readonly version: TokenRecord['version'];
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_seen_at: number | null;
  readonly last_address: string | null;
  readonly last_client: string | null;
  readonly created_by: string | null;
};

export function createTokenStore(db: Connection, write: Write): TokenStore {
  const find = db.prepare<[string], TokenRow>('SELECT * FROM tokens WHERE fingerprint = ?');
  const list = db.prepare<[], TokenRow>('SELECT * FROM tokens ORDER BY created_at DESC, fingerprint');
  const insert = db.prepare(
    `INSERT INTO tokens SELECT
       @fingerprint, @subject, @role, @version, @createdAt, @expiresAt, @lastSeenAt, @lastAddress, @lastClient, @createdBy
     WHERE NOT EXISTS (SELECT 1 FROM revoked_tokens WHERE fingerprint = @fingerprint)
     ON CONFLICT DO NOTHING`,
  );
  const remove = db.prepare<[string]>('DELETE FROM tokens WHERE fingerprint = ?');
  const ofSubject = db.prepare<[string], string>('SELECT fingerprint FROM tokens WHERE subject = ?').pluck();
  const bury = db.prepare<[string, number]>('INSERT OR IGNORE INTO revoked_tokens VALUES (?, ?)');
  const touch = db.prepare<[number, string, string | null, string]>(
    'UPDATE tokens SET last_seen_at = ?, last_address = ?, last_client = coalesce(?, last_client) WHERE fingerprint = ?',
  );

  const revoke = db.transaction((fingerprint: string, at: number) => {
    if (remove.run(fingerprint).changes === 0) return false;
    bury.run(fingerprint, at);
    return true;
  });
  const revokeBySubject = db.transaction((subject: string, at: number) => {
    const fingerprints = ofSubject.all(subject);
    for (const fingerprint of fingerprints) revoke(fingerprint, at);
    return fingerprints;
  });

  return {
    find: guarded((fingerprint) => {
      const row = find.get(fingerprint);
      return row === undefined ? null : toRecord(row);
    }),
    list: guarded(() => list.all().map(toRecord)),
    create: write((token) => insert.run(token).changes === 1),
    revoke: write((fingerprint, at) => revoke.immediate(fingerprint, at)),
    revokeBySubject: write((subject, at) => revokeBySubject.immediate(subject, at)),
    touch: write((fingerprint, at, address, client) => void touch.run(at, address, client, fingerprint)),
  };
}

function toRecord(row: TokenRow): TokenRecord {
  return {
    fingerprint: row.fingerprint,
    subject: row.subject,
    role: row.role,
    version: row.version,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastSeenAt: row.last_seen_at,
    lastAddress: row.last_address,
    lastClient: row.last_client,
    createdBy: row.created_by,
  };
}
