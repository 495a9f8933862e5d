import type { SetupObstacle } from '../model/auth.js';
import {
  admitsAdmin,
  type ConfiguredSource,
  OTHER_GATEWAYS,
  openSources,
  type SourceStates,
} from '../model/configured-sources.js';
import type { Clock, ExclusiveStores, OwnWayStore, TokenRecord, TokenStore, UserStore } from '../model/ports.js';
import type { Settings } from '../settings/settings.js';
import type { Leaving } from '../way-in/last-way-in.js';

/** The authentication sources at this moment. */
export interface Sources {
  /** The first source outside the stores, or null. */
  outside(): ConfiguredSource | null;
  /** The first source anywhere, or null. */
  any(): Promise<Exclude<SetupObstacle, 'stopping' | 'pinned_shut'> | null>;
  /** True when these are the last credentials that let callers in. Throws when no store can answer. */
  areLast(leaving: Leaving, stores: ExclusiveStores): Promise<boolean>;
  /**
   * True when an identity outside the local accounts can become admin, so that the last of those may go: by the
   * settings in force here, and by the stored ones.
   */
  adminOutside(stores: ExclusiveStores): Promise<boolean>;
  /** Admin tokens that count when setup asks; null when bearer tokens are switched off. */
  adminTokensCountAt(): number | null;
}

export function createSources(
  settings: Settings,
  stores: { readonly users: UserStore; readonly tokens: TokenStore; readonly ownWays: OwnWayStore },
  clock: Clock,
): Sources {
  const outside: Sources['outside'] = () => openSources(statesOf(settings))[0] ?? null;

  const adminTokens = async (store: TokenStore): Promise<readonly TokenRecord[]> => {
    const now = clock.now();
    const tokens = settings.bearerEnabled ? await store.list() : [];
    return tokens.filter(({ role, expiresAt }) => role === 'admin' && (expiresAt === null || expiresAt > now));
  };

  return {
    outside,
    any: async () => {
      const found = outside();
      if (found) return found;
      try {
        if ((await stores.users.list()).length > 0) return 'local_users';
        if ((await adminTokens(stores.tokens)).length > 0) return 'admin_tokens';
        return (await stores.ownWays.list()).length > 0 ? OTHER_GATEWAYS : null;
      } catch {
        // Without an answer of the store there may be a user.
        return 'store_unavailable';
      }
    },
    areLast: async (leaving, { users, tokens: store, keptSettings }) => {
      // A source that counts for one gateway alone, or not for much longer, is no remaining authentication source.
      const kept = await keptSettings?.();
      if (outside() && kept?.hasOtherSource !== false) return false;
      // A disabled account keeps setup shut, and lets no caller in.
      const accounts = (await users.list()).filter(({ disabledAt }) => disabledAt === null);
      const tokens = kept?.bearerEnabled === false ? [] : await adminTokens(store);
      const isAnyLeft = accounts.some(({ account }) => account !== leaving.account) || !tokens.every(leaving.token);
      return !isAnyLeft && accounts.length + tokens.length > 0;
    },
    adminOutside: async ({ keptSettings }) =>
      admitsAdmin(statesOf(settings)) && (await keptSettings?.())?.hasOtherAdmin !== false,
    adminTokensCountAt: () => (settings.bearerEnabled ? clock.now() : null),
  };
}

function statesOf({ configUsers, oidc, ccu, ingress }: Settings): SourceStates {
  return {
    config_users: {
      isOpen: configUsers.size > 0,
      admitsAdmin: [...configUsers.values()].some(({ role }) => role === 'admin'),
    },
    oidc: { isOpen: oidc !== null, admitsAdmin: oidc !== null },
    ccu: { isOpen: ccu?.hasCentral() ?? false, admitsAdmin: (ccu?.central() ?? null) !== null },
    ingress: { isOpen: ingress !== null, admitsAdmin: ingress?.roleOf(null) === 'admin' },
  };
}
