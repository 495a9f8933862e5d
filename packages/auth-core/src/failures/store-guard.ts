import { createMemoryFlows } from '../memory/flows.js';
import { noOwnWays } from '../memory/own-ways.js';
import { createMemorySetupCode } from '../memory/setup-code.js';
import type { AuthLogger, AuthStores, ExclusiveStores } from '../model/ports.js';

/** A store failed. Its state is unknown then, so every login is refused. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  constructor(
    operation: string,
    /** `outcome_unknown`: a change was asked for, and may have been made all the same. */
    readonly code: 'auth_store_unavailable' | 'outcome_unknown' = 'auth_store_unavailable',
  ) {
    super(operation);
  }
}

type Operation<A extends readonly unknown[], T> = (...input: A) => Promise<T>;
type Guard = <A extends readonly unknown[], T>(operation: string, run: Operation<A, T>) => Operation<A, T>;

/** The stores with defaults for those that were left out. */
export type GuardedStores = Required<AuthStores>;

/** The same stores; every error they throw becomes one error, with its cause in the log. */
export function guardStores(stores: AuthStores, logger: AuthLogger): GuardedStores {
  const log = (operation: string, error: unknown) =>
    logger.error('auth.store.failed', { operation, cause: causeOf(error) });
  const unavailable = (operation: string, error: unknown): StoreUnavailableError => {
    log(operation, error);
    return new StoreUnavailableError(operation);
  };
  const inDoubt = (operation: string, error: unknown): StoreUnavailableError => {
    log(operation, error);
    return new StoreUnavailableError(operation, isOutcomeUnknown(error) ? 'outcome_unknown' : undefined);
  };
  const guard = guardWith(unavailable);
  const { goodSources, flows = createMemoryFlows(), setupCode = createMemorySetupCode(), changes } = stores;
  const { ownWays = noOwnWays } = stores;
  return {
    ...guardAccounts(stores, { guard, guardChange: guardWith(inDoubt) }),
    goodSources: {
      list: guard('goodSources.list', () => goodSources.list()),
      put: guard('goodSources.put', (entry) => goodSources.put(entry)),
      remove: guard('goodSources.remove', (account, source) => goodSources.remove(account, source)),
    },
    flows: {
      add: guard('flows.add', (flow, limits) => flows.add(flow, limits)),
      take: guard('flows.take', (idHash, over) => flows.take(idHash, over)),
    },
    setupCode: {
      first: guard('setupCode.first', (code) => setupCode.first(code)),
      forget: guard('setupCode.forget', () => setupCode.forget()),
    },
    ownWays: {
      note: guard('ownWays.note', (way) => ownWays.note(way)),
      list: guard('ownWays.list', () => ownWays.list()),
    },
    changes: {
      current: guard('changes.current', () => changes.current()),
      ...(changes.onChange !== undefined && { onChange: (listener) => changes.onChange?.(listener) ?? (() => {}) }),
    },
    exclusively: async (work) => {
      let failed = 'exclusively';
      // Goes on upwards as it is: the store may know that doing it again helps.
      const note: Guard =
        (operation, run) =>
        async (...input) => {
          try {
            return await run(...input);
          } catch (error) {
            failed = operation;
            throw error;
          }
        };
      try {
        const guards = { guard: note, guardChange: note };
        return await stores.exclusively((inside) => work({ ...inside, ...guardAccounts(inside, guards) }));
      } catch (error) {
        throw inDoubt(failed, error);
      }
    },
  };
}

const guardWith =
  (failure: (operation: string, error: unknown) => Error): Guard =>
  (operation, run) =>
  async (...input) => {
    try {
      return await run(...input);
    } catch (error) {
      throw failure(operation, error);
    }
  };

interface Guards {
  readonly guard: Guard;
  /** Guard for changes that a caller requested. After an unknown outcome the caller has to check the result. */
  readonly guardChange: Guard;
}

function guardAccounts({ users, sessions, tokens }: ExclusiveStores, { guard, guardChange }: Guards): ExclusiveStores {
  return {
    users: {
      find: guard('users.find', (account) => users.find(account)),
      ...(users.findMany !== undefined && {
        findMany: guard('users.findMany', async (keys: readonly string[]) => (await users.findMany?.(keys)) ?? []),
      }),
      list: guard('users.list', () => users.list()),
      create: guardChange('users.create', (user) => users.create(user)),
      createFirstAdminIf: guardChange('users.createFirstAdminIf', (user, condition) =>
        users.createFirstAdminIf(user, condition),
      ),
      update: guardChange('users.update', (account, change, options) => users.update(account, change, options)),
      delete: guardChange('users.delete', (account, options) => users.delete(account, options)),
      touch: guard('users.touch', (account, at) => users.touch(account, at)),
    },
    sessions: {
      durable: sessions.durable,
      ...(sessions.shared !== undefined && { shared: sessions.shared }),
      find: guard('sessions.find', (idHash) => sessions.find(idHash)),
      ...(sessions.findMany !== undefined && {
        findMany: guard(
          'sessions.findMany',
          async (keys: readonly string[]) => (await sessions.findMany?.(keys)) ?? [],
        ),
      }),
      create: guard('sessions.create', (session) => sessions.create(session)),
      touch: guard('sessions.touch', (idHash, at) => sessions.touch(idHash, at)),
      delete: guardChange('sessions.delete', (idHash) => sessions.delete(idHash)),
      list: guard('sessions.list', (filter) => sessions.list(filter)),
      deleteByPrincipal: guardChange('sessions.deleteByPrincipal', (principalKey, except) =>
        sessions.deleteByPrincipal(principalKey, except),
      ),
      deleteExpired: guard('sessions.deleteExpired', (now) => sessions.deleteExpired(now)),
    },
    tokens: {
      find: guard('tokens.find', (fingerprint) => tokens.find(fingerprint)),
      ...(tokens.findMany !== undefined && {
        findMany: guard('tokens.findMany', async (keys: readonly string[]) => (await tokens.findMany?.(keys)) ?? []),
      }),
      list: guard('tokens.list', () => tokens.list()),
      create: guardChange('tokens.create', (token) => tokens.create(token)),
      revoke: guardChange('tokens.revoke', (fingerprint, at) => tokens.revoke(fingerprint, at)),
      revokeBySubject: guardChange('tokens.revokeBySubject', (subject, at) => tokens.revokeBySubject(subject, at)),
      touch: guard('tokens.touch', (...use) => tokens.touch(...use)),
    },
  };
}

const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Error && 'outcomeUnknown' in error && error.outcomeUnknown === true;

/** A code or a class name; a message could quote data. */
function causeOf(error: unknown): string {
  if (error instanceof Error) return 'code' in error ? String(error.code) : error.name;
  return typeof error;
}
