import { createSecretKey, timingSafeEqual } from 'node:crypto';
import { macOf } from '../crypto/hash.js';
import { accountKey } from '../model/account.js';
import type { PasswordCredential } from '../model/credential.js';
import type { AuthLogger, UserRecord, UserStore } from '../model/ports.js';
import type { Role } from '../model/role.js';
import type { AttemptTurn } from '../passwords/attempt-turns.js';
import { isAcceptableHash, type PasswordHasher } from '../passwords/hasher.js';
import { passwordBytes } from '../passwords/policy.js';
import type { KeptRecords } from '../records/kept-records.js';
import { onceFor } from '../records/once-for.js';
import type { Settings } from '../settings/settings.js';
import type { Attempt } from '../throttle/attempts.js';

/** An account that has its password here: in the database or in the configuration file. */
export interface LocalIdentity {
  readonly principalKey: string;
  readonly subject: string;
  readonly role: Role;
  /** Changes with the password, and when the account is disabled, or deleted and created anew under its name. */
  readonly epoch: string;
}

export interface LocalAccounts {
  /**
   * The identity of a credential, database before configuration. Throws `ThrottledError` or `BusyError` without
   * comparing the password. A failure is counted before the next guess has its turn, in whichever source the account is
   * kept. Throws `StoreUnavailableError` for any name that the configuration does not prove while the database is
   * unavailable.
   */
  verify(credential: PasswordCredential, attempt: Attempt): Promise<LocalIdentity | null>;
  /** The account behind a principal key as it is now; null when it is gone, disabled, or the key is of another source. */
  present(principalKey: string): Promise<LocalIdentity | null>;
  /** As `present`, by the kept records; null without one. */
  recall(principalKey: string): LocalIdentity | null;
}

export interface LocalAccountsOptions {
  readonly users: UserStore;
  readonly kept: Pick<KeptRecords, 'user'>;
  readonly settings: Pick<Settings, 'configUsers'>;
  readonly hasher: PasswordHasher;
  readonly attemptTurn: AttemptTurn;
  readonly bootKey: Uint8Array;
  /** Makes the epochs of configured accounts. */
  readonly epochKey: Uint8Array;
  readonly logger: AuthLogger;
}

const localPrefix = 'local:';
const configPrefix = 'config:';

export function localKey(account: string): string {
  return `${localPrefix}${account}`;
}

/** True when a principal is an account of the store. */
export function isLocalKey(principalKey: string): boolean {
  return principalKey.startsWith(localPrefix);
}

/** Accounts of the configuration file. */
interface ConfiguredAccounts {
  find(account: string): LocalIdentity | null;
  /** In constant time, independent of the lengths of the two passwords. */
  verify(account: string, password: string): LocalIdentity | null;
}

function createConfiguredAccounts(options: LocalAccountsOptions): ConfiguredAccounts {
  const { configUsers } = options.settings;
  const bootKey = createSecretKey(options.bootKey);
  // The passwords of the file are known texts; only their MACs take part in comparisons, all of one length.
  const epochKey = createSecretKey(options.epochKey);
  const known = new Map(
    [...configUsers].map(([account, { password }]) => {
      const bytes = passwordBytes(password);
      const epoch = macOf(epochKey, 'epoch', account, bytes).toString('hex').slice(0, 32);
      return [account, { mac: macOf(bootKey, bytes), epoch }];
    }),
  );

  const find = (account: string): LocalIdentity | null => {
    const entry = known.get(account);
    // Passwords are those of the start; a role may change while the gateway runs.
    const role = options.settings.configUsers.get(account)?.role;
    if (entry === undefined || role === undefined) return null;
    return { principalKey: `${configPrefix}${account}`, subject: account, role, epoch: entry.epoch };
  };

  return {
    find,
    verify: (account, password) => {
      const identity = find(account);
      const mac = known.get(account)?.mac;
      if (identity === null || mac === undefined) return null;
      return timingSafeEqual(mac, macOf(bootKey, passwordBytes(password))) ? identity : null;
    },
  };
}

export function createLocalAccounts(options: LocalAccountsOptions): LocalAccounts {
  const { users, kept, hasher, attemptTurn, logger } = options;
  const configured = createConfiguredAccounts(options);

  /** The stored account. Where the store cannot tell, a password of the file still counts, and everything else fails. */
  const look = (account: string): Promise<{ readonly user: UserRecord | null; readonly unavailable: unknown }> =>
    users.find(account).then(
      (user) => ({ user, unavailable: null }),
      (unavailable: unknown) => ({ user: null, unavailable }),
    );

  /** The account, unless it is disabled, or was changed while its password was being compared. */
  const unchanged = async (user: UserRecord): Promise<LocalIdentity | null> => {
    const now = await users.find(user.account);
    const identity = now && enabledIdentity(now);
    return identity?.epoch === identityOf(user).epoch ? identity : null;
  };

  return {
    verify: async ({ username, password }, attempt) => {
      await attemptTurn();
      attempt.admit();
      const account = accountKey(username);
      if (account === null) {
        attempt.wrong();
        return null;
      }
      const { user, unavailable } = await look(account);
      if (user && !isAcceptableHash(user.passwordHash)) logger.error('auth.user.hash_invalid', { account });
      return hasher.inTurn(attempt.place, async (slow) => {
        attempt.admit();
        // An unknown name costs the same as a known one.
        const right = user ? await slow.verify(user.passwordHash, password) : await slow.verifyUnknownAccount(password);
        // Again: of those that are compared side by side, each may lock out the others. Nothing is waited for between this
        // and the count, so that the same number of guesses is answered for any name.
        attempt.admit();
        if (user && right) {
          const identity = await unchanged(user);
          if (!identity) attempt.wrong();
          return identity;
        }
        const identity = configured.verify(account, password);
        if (identity) return identity;
        attempt.wrong();
        if (unavailable !== null) throw unavailable;
        return null;
      });
    },
    recall: (principalKey) => {
      if (principalKey.startsWith(configPrefix)) return configured.find(principalKey.slice(configPrefix.length));
      const user = isLocalKey(principalKey) ? kept.user(principalKey.slice(localPrefix.length)) : undefined;
      return user === undefined ? null : enabledIdentity(user);
    },
    present: async (principalKey) => {
      if (principalKey.startsWith(configPrefix)) return configured.find(principalKey.slice(configPrefix.length));
      if (!isLocalKey(principalKey)) return null;
      const user = await users.find(principalKey.slice(localPrefix.length));
      return user && enabledIdentity(user);
    },
  };
}

/** The epoch of a stored account. */
export function epochOf({ createdAt, generation }: Pick<UserRecord, 'createdAt' | 'generation'>): string {
  return `${createdAt}.${generation}`;
}

/** Null while the account is disabled. */
function enabledIdentity(user: UserRecord): LocalIdentity | null {
  return user.disabledAt === null ? identityOf(user) : null;
}

const identityOf = onceFor((user: UserRecord): LocalIdentity => {
  const { account, role } = user;
  return { principalKey: localKey(account), subject: account, role, epoch: epochOf(user) };
});
