import type { LocalAccounts } from './login/local.js';
import type { SessionStore } from './ports.js';
import type { Principal } from './principal.js';
import type { Role } from './role.js';
import type { SessionRegistry } from './sessions/registry.js';
import type { Settings } from './settings.js';
import { fingerprintOf, type TokenLookup } from './tokens/lookup.js';

export interface CurrentRoleDependencies {
  readonly settings: Settings;
  readonly accounts: LocalAccounts;
  readonly registry: SessionRegistry;
  readonly sessions: SessionStore;
  readonly tokens: TokenLookup;
}

/** What a principal that was checked a while ago may do now; null when its credential ended. Throws when no store can tell. */
export function createCurrentRole(
  dependencies: CurrentRoleDependencies,
): (principal: Principal) => Promise<Role | null> {
  const { settings, accounts, registry, sessions, tokens } = dependencies;

  return async (principal) => {
    switch (principal.scheme) {
      case 'bearer':
        return settings.bearerEnabled
          ? ((await tokens.alive(fingerprintOf(principal.credentialId)))?.role ?? null)
          : null;
      case 'basic': {
        const account = settings.basicEnabled ? await accounts.present(principal.key) : null;
        return account?.epoch === principal.authEpoch ? account.role : null;
      }
      case 'ingress': {
        const { ingress } = settings;
        return ingress?.epoch === principal.authEpoch ? ingress.roleOf(principal.viaUser ?? null) : null;
      }
      default: {
        const record = await sessions.find(principal.credentialId.slice('session:'.length));
        const revived = record && (await registry.revive(record));
        return revived?.role ?? null;
      }
    }
  };
}
