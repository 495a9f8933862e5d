import type { AuthStores, GoodSource, GoodSourceStore } from '@ccu-gateway/auth-core';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';
import type { Turn } from '../database/turn.js';
import { createSessionStore } from './sessions.js';
import { createTokenStore } from './tokens.js';
import { createUserStore } from './users.js';

/** `inTurn` runs one piece of work after the other. */
export function createAuthStores(db: Connection, write: Write, inTurn: Turn): AuthStores {
  const epoch = db.prepare<[], number>(`SELECT value FROM meta WHERE key = 'auth_epoch'`).pluck();
  const users = createUserStore(db, write);
  const sessions = createSessionStore(db, write);
  const tokens = createTokenStore(db, write);
  return {
    users,
    sessions,
    tokens,
    exclusively: (work) => inTurn(() => work({ users, sessions, tokens })),
    goodSources: createGoodSourceStore(db, write),
    changes: { current: guarded(() => epoch.get() ?? 0) },
  };
}

function createGoodSourceStore(db: Connection, write: Write): GoodSourceStore {
  const list = db.prepare<[], GoodSource>('SELECT account, source, at FROM good_sources ORDER BY at');
  const put = db.prepare<[GoodSource]>(
    'INSERT INTO good_sources VALUES (@account, @source, @at) ON CONFLICT DO UPDATE SET at = @at',
  );
  const remove = db.prepare<[string, string]>('DELETE FROM good_sources WHERE account = ? AND source = ?');
  return {
    list: guarded(() => list.all()),
    put: write((entry: GoodSource) => void put.run(entry)),
    remove: write((account: string, source: string) => void remove.run(account, source)),
  };
}
