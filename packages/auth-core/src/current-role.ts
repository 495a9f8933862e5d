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

/** What a principal that was checked a while ago may do now. A store that cannot answer lets nobody do anything. */
export function createCurrentRole(
  dependencies: CurrentRoleDependencies,
): (principal: Principal) => Promise<Role | null> {
  const { settings, accounts, registry, sessions, tokens } = dependencies;

  const read = async (principal: Principal): Promise<Role | null> => {
    switch (principal.scheme) {
      case 'bearer':
        return settings.bearerEnabled
          ? ((await tokens.alive(fingerprintOf(principal.credentialId)))?.role ?? null)
          : null;
      case 'basic': {
        const account = await accounts.present(principal.key);
        return account?.generation === principal.authEpoch ? account.role : null;
      }
      case 'ingress':
        return settings.ingress?.roleOf(principal.viaUser ?? null) ?? null;
      default: {
        const record = await sessions.find(principal.credentialId.slice('session:'.length));
        const revived = record && (await registry.revive(record));
        return revived?.role ?? null;
      }
    }
  };

  return (principal) => read(principal).catch(() => null);
}
