import type { FirstAdminCondition, UserChange, UserRecord, UserStore, UserWriteOutcome } from '@ccu-gateway/auth-core';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';

type UserRow = {
  readonly account: string;
  readonly role: UserRecord['role'];
  readonly password_hash: string;
  readonly generation: number;
  readonly created_at: number;
  readonly last_seen_at: number | null;
  readonly disabled_at: number | null;
};

export function createUserStore(db: Connection, write: Write): UserStore {
  const find = db.prepare<[string], UserRow>('SELECT * FROM users WHERE account = ?');
  const list = db.prepare<[], UserRow>('SELECT * FROM users ORDER BY account');
  const insert = db.prepare(
    `INSERT INTO users (account, role, password_hash, generation, created_at, last_seen_at, disabled_at)
     VALUES (@account, @role, @passwordHash, @generation, @createdAt, @lastSeenAt, @disabledAt)
     ON CONFLICT DO NOTHING`,
  );
  const update = db.prepare(
    `UPDATE users SET role = coalesce(@role, role), password_hash = coalesce(@passwordHash, password_hash),
       generation = generation + (@passwordHash IS NOT NULL OR @disabledAt IS NOT NULL),
       disabled_at = CASE WHEN @setsDisabled THEN @disabledAt ELSE disabled_at END WHERE account = @account`,
  );
  const remove = db.prepare<[string]>('DELETE FROM users WHERE account = ?');
  const touch = db.prepare<[number, string]>('UPDATE users SET last_seen_at = ? WHERE account = ?');
  const anyUser = db.prepare('SELECT 1 FROM users LIMIT 1');
  const otherAdmin = db.prepare<[string]>(
    `SELECT 1 FROM users WHERE role = 'admin' AND disabled_at IS NULL AND account <> ? LIMIT 1`,
  );
  const adminToken = db.prepare<[number]>(
    `SELECT 1 FROM tokens WHERE role = 'admin' AND (expires_at IS NULL OR expires_at > ?) LIMIT 1`,
  );

  const isLastAdmin = (user: UserRow) =>
    user.role === 'admin' && user.disabled_at === null && otherAdmin.get(user.account) === undefined;

  const createFirstAdminIf = db.transaction((user: UserRecord, condition: FirstAdminCondition) => {
    const { adminTokensCountAt, noOtherSource } = condition;
    if (anyUser.get() !== undefined) return false;
    if (adminTokensCountAt !== null && adminToken.get(adminTokensCountAt) !== undefined) return false;
    return noOtherSource() && insert.run(user).changes === 1;
  });

  const change = db.transaction(
    (
      account: string,
      wanted: UserChange,
      { keepAdmin, generation }: Parameters<UserStore['update']>[2],
    ): UserWriteOutcome => {
      const user = find.get(account);
      if (user === undefined) return 'not_found';
      if (generation !== undefined && generation !== user.generation) return 'stale';
      const { role = null, passwordHash = null, disabledAt } = wanted;
      const demotes = typeof disabledAt === 'number' || (role !== null && role !== 'admin');
      if (keepAdmin && demotes && isLastAdmin(user)) return 'last_admin';
      const setsDisabled = disabledAt === undefined ? 0 : 1;
      update.run({ account, role, passwordHash, disabledAt: disabledAt ?? null, setsDisabled });
      return 'done';
    },
  );

  const removeUnlessLast = db.transaction(
    (account: string, { keepAdmin }: { readonly keepAdmin: boolean }): UserWriteOutcome => {
      const user = find.get(account);
      if (user === undefined) return 'not_found';
      if (keepAdmin && isLastAdmin(user)) return 'last_admin';
      remove.run(account);
      return 'done';
    },
  );

  return {
    find: guarded((account) => toUser(find.get(account))),
    list: guarded(() => list.all().map((row) => toRecord(row))),
    create: write((user) => insert.run(user).changes === 1),
    createFirstAdminIf: write((user, condition) => createFirstAdminIf.immediate(user, condition)),
    update: write((account, wanted, options) => change.immediate(account, wanted, options)),
    delete: write((account, options) => removeUnlessLast.immediate(account, options)),
    touch: write((account, at) => void touch.run(at, account)),
  };
}

function toUser(row: UserRow | undefined): UserRecord | null {
  return row === undefined ? null : toRecord(row);
}

function toRecord(row: UserRow): UserRecord {
  return {
    account: row.account,
    role: row.role,
    passwordHash: row.password_hash,
    generation: row.generation,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    disabledAt: row.disabled_at,
  };
}
