import { type AuthStores, createMemoryStores } from '@ccu-gateway/auth-core';
import { StorageError } from '@ccu-gateway/storage';

/**
 * Access control when the database cannot be opened. Sessions live in memory. The existing accounts and tokens are
 * unknown, so asking for one fails instead of answering "none": otherwise first-run setup would open, and give the
 * gateway to the first caller. The users of the configuration file sign in without the database.
 */
export function storesWithoutDatabase(
  cause: StorageError = new StorageError('storage_unavailable', 'the database could not be opened'),
): AuthStores {
  const { sessions, goodSources, changes } = createMemoryStores();
  const unknown = () => Promise.reject(cause);
  return {
    sessions,
    goodSources,
    changes,
    exclusively: unknown,
    users: {
      find: unknown,
      list: unknown,
      create: unknown,
      createFirstAdminIf: unknown,
      update: unknown,
      delete: unknown,
      touch: () => Promise.resolve(),
    },
    tokens: {
      find: unknown,
      list: unknown,
      create: unknown,
      revoke: unknown,
      revokeBySubject: unknown,
      touch: unknown,
    },
  };
}

/**
 * The same where several gateways share the database. A session that is not in memory may be one of another gateway or
 * of an earlier start, so that its validity is unknown.
 */
export function storesWithoutSharedDatabase(cause: StorageError): AuthStores {
  const stores = storesWithoutDatabase(cause);
  const find: AuthStores['sessions']['find'] = async (idHash) => {
    const session = await stores.sessions.find(idHash);
    if (session === null) throw cause;
    return session;
  };
  return { ...stores, sessions: { ...stores.sessions, find } };
}
