import { localKey } from './login/local.js';
import type { VerifiedCache } from './passwords/verified-cache.js';
import type { AuthStores } from './ports.js';
import type { Revocations } from './revocations.js';
import { type Role, roleCovers } from './role.js';

interface Known {
  readonly accounts: ReadonlyMap<
    string,
    { readonly role: Role; readonly generation: number; readonly createdAt: number }
  >;
  readonly credentials: ReadonlySet<string>;
}

/** Compares the stores with what they held at the last look, and reports what ended in between. */
export interface ForeignChanges {
  /** Takes the first look. */
  begin(): Promise<void>;
  notice(): Promise<void>;
}

export function createForeignChanges(
  stores: AuthStores,
  revocations: Revocations,
  cache: VerifiedCache,
): ForeignChanges {
  let counter: number | null = null;
  let known: Known = { accounts: new Map(), credentials: new Set() };

  const look = async (): Promise<Known> => {
    const [users, sessions, tokens] = await Promise.all([
      stores.users.list(),
      stores.sessions.list(),
      stores.tokens.list(),
    ]);
    return {
      accounts: new Map(users.map((user) => [localKey(user.account), user])),
      credentials: new Set([
        ...sessions.map(({ idHash }) => `session:${idHash}`),
        ...tokens.map(({ fingerprint }) => `token:${fingerprint}`),
      ]),
    };
  };

  const report = (before: Known, now: Known) => {
    const ended: string[] = [];
    const demoted: string[] = [];
    for (const [key, then] of before.accounts) {
      const account = now.accounts.get(key);
      // An account of the same name that was created anew is somebody else.
      const same = account?.generation === then.generation && account.createdAt === then.createdAt;
      if (!account || !same) ended.push(key);
      else if (!roleCovers(account.role, then.role)) demoted.push(key);
    }
    for (const key of ended) cache.forget(key);
    revocations.publish(4401, {
      principalKeys: ended,
      credentialIds: [...before.credentials].filter((id) => !now.credentials.has(id)),
    });
    revocations.publish(4403, { principalKeys: demoted });
  };

  const refresh = async (): Promise<void> => {
    // Read first: a write that lands while the lists are read is then seen again next time, not missed.
    const current = await stores.changes.current();
    if (current === counter) return;
    const now = await look();
    if (counter !== null) report(known, now);
    counter = current;
    known = now;
  };

  return { begin: refresh, notice: refresh };
}
