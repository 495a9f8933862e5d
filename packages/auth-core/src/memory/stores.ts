import type { AuthStores, GoodSource, GoodSourceStore, SessionRecord, SessionStore } from '../model/ports.js';
import { createMemoryFlows } from './flows.js';
import { createMemorySetupCode } from './setup-code.js';
import { createMemoryTokens } from './tokens.js';
import { createMemoryUsers } from './users.js';

/**
 * All stores in memory: for tests, for gateways without a database, and as the fallback when one cannot be opened.
 *
 * @example
 * const auth = createAuth({ roleChecks: 'enforced', stores: createMemoryStores() });
 */
export function createMemoryStores(): AuthStores {
  let writes = 0;
  const wrote = () => {
    writes += 1;
  };
  const { store: tokens, hasAdminToken } = createMemoryTokens(wrote);
  const users = createMemoryUsers(wrote, hasAdminToken);
  const sessions = createMemorySessions(wrote);
  let before: Promise<unknown> = Promise.resolve();
  return {
    tokens,
    users,
    sessions,
    goodSources: createMemoryGoodSources(),
    flows: createMemoryFlows(),
    setupCode: createMemorySetupCode(),
    changes: { current: async () => writes },
    exclusively(work) {
      const mine = before.then(() => work({ users, sessions, tokens }));
      before = mine.catch(() => undefined);
      return mine;
    },
  };
}

function createMemorySessions(wrote: () => void): SessionStore {
  const sessions = new Map<string, SessionRecord>();

  const deleteWhere = (matches: (session: SessionRecord) => boolean): readonly string[] => {
    const gone = [...sessions.values()].filter(matches).map((session) => session.idHash);
    for (const idHash of gone) sessions.delete(idHash);
    if (gone.length > 0) wrote();
    return gone;
  };

  return {
    durable: false,
    find: async (idHash) => sessions.get(idHash) ?? null,
    create: async (session) => {
      sessions.set(session.idHash, session);
      wrote();
    },
    touch: async (idHash, at) => {
      const session = sessions.get(idHash);
      if (session) sessions.set(idHash, { ...session, lastSeenAt: at });
    },
    delete: async (idHash) => deleteWhere((session) => session.idHash === idHash).length > 0,
    list: async ({ principalKey, subject } = {}) =>
      [...sessions.values()]
        .filter((session) => principalKey === undefined || session.principalKey === principalKey)
        .filter((session) => subject === undefined || session.subject === subject)
        .sort((a, b) => b.createdAt - a.createdAt),
    deleteByPrincipal: async (principalKey, exceptIdHash) =>
      deleteWhere((session) => session.principalKey === principalKey && session.idHash !== exceptIdHash),
    deleteExpired: async (now) => deleteWhere((session) => session.expiresAt <= now).length,
  };
}

export function createMemoryGoodSources(): GoodSourceStore {
  const entries = new Map<string, GoodSource>();
  const keyOf = (account: string, source: string) => `${source} ${account}`;
  return {
    list: async () => [...entries.values()].sort((a, b) => a.at - b.at),
    put: async (entry) => {
      entries.set(keyOf(entry.account, entry.source), entry);
    },
    remove: async (account, source) => {
      entries.delete(keyOf(account, source));
    },
  };
}
