import type { AuthStores } from '@ccu-gateway/auth-core';
import { guarded } from '../database/connection.js';
import type { Write } from '../database/line.js';
import type { Connection } from '../database/sqlite.js';
import { createGoodSourceStore } from './good-sources.js';
import { createSessionStore } from './sessions.js';
import { createTokenStore } from './tokens.js';
import { createUserStore } from './users.js';

export function createAuthStores(db: Connection, write: Write): AuthStores {
  const epoch = db.prepare<[], number>(`SELECT value FROM meta WHERE key = 'auth_epoch'`).pluck();
  return {
    users: createUserStore(db, write),
    sessions: createSessionStore(db, write),
    tokens: createTokenStore(db, write),
    goodSources: createGoodSourceStore(db, write),
    changes: { current: guarded(() => epoch.get() ?? 0) },
  };
}
