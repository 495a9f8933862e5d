import type { AuthLogger, AuthStores } from './ports.js';

/** A store did not do what it was asked. Nothing is known then, so nobody is let in. */
export class StoreUnavailableError extends Error {
  readonly code = 'auth_store_unavailable';
  override readonly name = 'StoreUnavailableError';
}

/** The same stores; whatever they throw becomes one error, and its cause a line in the log. */
export function guardStores(stores: AuthStores, logger: AuthLogger): AuthStores {
  const attempt = async <T>(operation: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      logger.error('auth.store.failed', { operation, cause: causeOf(error) });
      throw new StoreUnavailableError(operation);
    }
  };
  const { users, sessions, tokens, changes } = stores;
  return {
    users: {
      find: (account) => attempt('users.find', () => users.find(account)),
      list: () => attempt('users.list', () => users.list()),
      create: (user) => attempt('users.create', () => users.create(user)),
      createFirstAdminIf: (user, condition) =>
        attempt('users.createFirstAdminIf', () => users.createFirstAdminIf(user, condition)),
      update: (account, change, options) => attempt('users.update', () => users.update(account, change, options)),
      delete: (account, options) => attempt('users.delete', () => users.delete(account, options)),
      touch: (account, at) => attempt('users.touch', () => users.touch(account, at)),
    },
    sessions: {
      durable: sessions.durable,
      find: (idHash) => attempt('sessions.find', () => sessions.find(idHash)),
      create: (session) => attempt('sessions.create', () => sessions.create(session)),
      delete: (idHash) => attempt('sessions.delete', () => sessions.delete(idHash)),
      list: (filter) => attempt('sessions.list', () => sessions.list(filter)),
      deleteByPrincipal: (principalKey, except) =>
        attempt('sessions.deleteByPrincipal', () => sessions.deleteByPrincipal(principalKey, except)),
      deleteExpired: (now) => attempt('sessions.deleteExpired', () => sessions.deleteExpired(now)),
    },
    tokens: {
      find: (fingerprint) => attempt('tokens.find', () => tokens.find(fingerprint)),
      list: () => attempt('tokens.list', () => tokens.list()),
      create: (token) => attempt('tokens.create', () => tokens.create(token)),
      revoke: (fingerprint, at) => attempt('tokens.revoke', () => tokens.revoke(fingerprint, at)),
      revokeBySubject: (subject, at) => attempt('tokens.revokeBySubject', () => tokens.revokeBySubject(subject, at)),
      touch: (fingerprint, at, address) => attempt('tokens.touch', () => tokens.touch(fingerprint, at, address)),
    },
    changes: { current: () => attempt('changes.current', () => changes.current()) },
  };
}

/** A code or a class name; a message could quote data. */
function causeOf(error: unknown): string {
  if (error instanceof Error) return 'code' in error ? String(error.code) : error.name;
  return typeof error;
}
