import { withMarkOf } from '../accounts/ccu-epoch.js';
import { isLocalKey, type LocalAccounts, type LocalIdentity } from '../accounts/local.js';
import type { SessionRecord } from '../model/ports.js';
import type { Settings } from '../settings/settings.js';

/** What a session would stand on now; null when its scheme lets no account in. */
type Ground = Pick<LocalIdentity, 'role' | 'epoch'> | null;
type Federated = 'ccu' | 'oidc';

/** What sessions stand on at this gateway. */
export interface Grounds {
  of(record: SessionRecord): Ground | Promise<Ground>;
  /** Whether the stores alone tell what the session stands on, so that all gateways which share them judge alike. */
  isInStores(record: SessionRecord): boolean;
  /**
   * Tells which sessions stand on what was in force here, and is not any more since the last call. Asks for nothing where there was no
   * such change; what could not be ended is told again by the next call.
   */
  endLost(end: (isLost: (record: SessionRecord) => boolean) => Promise<void>): Promise<void>;
}

export function createGrounds(settings: Pick<Settings, 'ccu' | 'oidc'>, accounts: LocalAccounts): Grounds {
  const epochOf = (scheme: Federated) =>
    scheme === 'ccu' ? (settings.ccu?.epoch() ?? null) : (settings.oidc?.epoch ?? null);

  const federated = (scheme: Federated, { role, authEpoch }: SessionRecord): Ground => {
    const epoch = epochOf(scheme);
    return epoch === null ? null : { role, epoch: scheme === 'ccu' ? withMarkOf(epoch, authEpoch) : epoch };
  };

  const inForce = { ccu: new Set<string>(), oidc: new Set<string>() };
  /** Notes what is in force now. Answers what was, and is not any more; it is not noted then. */
  const takeLost = (scheme: Federated): ReadonlySet<string> => {
    const now = epochOf(scheme);
    const lost = new Set(inForce[scheme]);
    inForce[scheme].clear();
    if (now !== null) {
      lost.delete(now);
      inForce[scheme].add(now);
    }
    return lost;
  };
  takeLost('ccu');
  takeLost('oidc');

  return {
    of: (record) => {
      switch (record.scheme) {
        case 'session':
          return accounts.present(record.principalKey);
        case 'ccu':
        case 'oidc':
          return federated(record.scheme, record);
      }
      // A store may have records of a scheme that this version does not know.
      return null;
    },
    isInStores: ({ scheme, principalKey }) => scheme === 'session' && isLocalKey(principalKey),
    endLost: async (end) => {
      const lost = { ccu: takeLost('ccu'), oidc: takeLost('oidc') };
      if (lost.ccu.size + lost.oidc.size === 0) return;
      try {
        await end(({ scheme, authEpoch }) => {
          if (scheme === 'ccu') return [...lost.ccu].some((epoch) => withMarkOf(epoch, authEpoch) === authEpoch);
          return scheme === 'oidc' && lost.oidc.has(authEpoch);
        });
      } catch (error) {
        for (const scheme of ['ccu', 'oidc'] as const) for (const epoch of lost[scheme]) inForce[scheme].add(epoch);
        throw error;
      }
    },
  };
}
