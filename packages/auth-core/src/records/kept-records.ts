import type { GuardedStores } from '../failures/store-guard.js';
import type { Clock, SessionRecord, TokenRecord, UserRecord } from '../model/ports.js';
import { createPeriods } from './periods.js';

/** Records of each kind; the oldest makes room. */
const MOST = 1_024;

/**
 * Records that the stores returned lately, for requests that come one after the other. They only admit: a credential
 * without a kept record is looked up, and refused by the stores alone.
 *
 * A record is kept until this process writes to a store, or the number of changes is another one. That number is at most
 * 250 ms old, measured from the beginning of its reading; while it is older or unknown, no record is kept.
 */
export interface KeptRecords {
  user(account: string): UserRecord | undefined;
  session(idHash: string): SessionRecord | undefined;
  token(fingerprint: string): TokenRecord | undefined;
  /**
   * The answer of `recall`, which reads kept records and returns null without them; else the answer of `look`, which reads
   * the stores.
   */
  recallOr<Found, Looked>(recall: () => Found | null, look: () => Promise<Looked>): Found | Promise<Found | Looked>;
  /** For changes that the number may not show: a store that was set back, or that was out of reach. */
  drop(): void;
  close(): void;
}

interface Keeping {
  /** The same stores; what they find is kept, and each write ends it. */
  readonly stores: GuardedStores;
  readonly kept: KeptRecords;
}

/** Keeps the records of stores in memory. */
export function keepRecords(stores: GuardedStores, clock: Pick<Clock, 'after'>): Keeping {
  const users = new Map<string, UserRecord>();
  const sessions = new Map<string, SessionRecord>();
  const tokens = new Map<string, TokenRecord>();
  const periods = createPeriods(stores.changes, clock, () => {
    for (const records of [users, sessions, tokens]) records.clear();
  });

  const keeping = <Found>(records: Map<string, Found>, find: (key: string) => Promise<Found | null>) => {
    return async (key: string): Promise<Found | null> => {
      const began = periods.now();
      const found = await find(key);
      if (found === null || began === null || began !== periods.now()) return found;
      const [oldest] = records.size < MOST ? [] : records.keys();
      if (oldest !== undefined) records.delete(oldest);
      records.set(key, found);
      return found;
    };
  };

  const ending = <Input extends readonly unknown[], Answer>(write: (...input: Input) => Promise<Answer>) => {
    return (...input: Input): Promise<Answer> => write(...input).finally(periods.end);
  };

  return {
    stores: {
      ...stores,
      users: {
        ...stores.users,
        find: keeping(users, stores.users.find),
        create: ending(stores.users.create),
        createFirstAdminIf: ending(stores.users.createFirstAdminIf),
        update: ending(stores.users.update),
        delete: ending(stores.users.delete),
      },
      sessions: {
        ...stores.sessions,
        find: keeping(sessions, stores.sessions.find),
        create: ending(stores.sessions.create),
        delete: ending(stores.sessions.delete),
        deleteByPrincipal: ending(stores.sessions.deleteByPrincipal),
        deleteExpired: ending(stores.sessions.deleteExpired),
      },
      tokens: {
        ...stores.tokens,
        find: keeping(tokens, stores.tokens.find),
        create: ending(stores.tokens.create),
        revoke: ending(stores.tokens.revoke),
        revokeBySubject: ending(stores.tokens.revokeBySubject),
      },
      exclusively: (work) => stores.exclusively(work).finally(periods.end),
    },
    kept: {
      user: (account) => (periods.now() === null ? undefined : users.get(account)),
      session: (idHash) => (periods.now() === null ? undefined : sessions.get(idHash)),
      token: (fingerprint) => (periods.now() === null ? undefined : tokens.get(fingerprint)),
      recallOr: (recall, look) => {
        if (periods.now() !== null) return recall() ?? look();
        return periods.renew().then(async () => recall() ?? (await look()));
      },
      drop: periods.end,
      close: periods.close,
    },
  };
}
