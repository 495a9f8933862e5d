import type { AuthStores } from '@ccu-gateway/auth-core';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';
import type { Turn } from '../database/turn.js';
import { createGoodSourceStore } from './good-sources.js';
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
