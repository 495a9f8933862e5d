import { withMarkOf } from '../accounts/ccu-epoch.js';
import { isLocalKey, type LocalAccounts, type LocalIdentity } from '../accounts/local.js';
import type { SessionRecord } from '../model/ports.js';
import type { Settings } from '../settings/settings.js';

/** Present ground of a session; null when its scheme lets no account in. */
export type Ground = Pick<LocalIdentity, 'role' | 'epoch'> | null;
type Federated = 'ccu' | 'oidc';

/** Grounds of sessions at this gateway. */
export interface Grounds {
  of(record: SessionRecord): Ground | Promise<Ground>;
  /** As `of`, by the kept records; null without one. */
  recall(record: SessionRecord): Ground;
  /**
   * True when the stores alone determine the ground of the session, so that all gateways with these stores decide
   * alike.
   */
  isInStores(record: SessionRecord): boolean;
  /**
   * Passes a test for sessions with a ground that was in force here and is not any more since the last call. Does
   * nothing without such a change; sessions that could not be ended are passed again by the next call.
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
  /**
   * Notes the epoch in force now. Returns the previous ones that are not in force any more; these are not noted then.
   */
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

  const groundOf = <Local>(record: SessionRecord, local: (principalKey: string) => Local): Local | Ground => {
    switch (record.scheme) {
      case 'session':
        return local(record.principalKey);
      case 'ccu':
      case 'oidc':
        return federated(record.scheme, record);
    }
    // A store may have records of a scheme that this version does not know.
    return null;
  };

  return {
    of: (record) => groundOf(record, accounts.present),
    recall: (record) => groundOf(record, accounts.recall),
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
