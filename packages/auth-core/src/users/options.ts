import type { Auditor } from '../audit/auditor.js';
import type { UserSummary } from '../model/auth.js';
import type { AuthStores, Clock, UserRecord } from '../model/ports.js';
import type { PasswordHasher } from '../passwords/hasher.js';
import type { VerifiedCache } from '../passwords/verified-cache.js';
import type { Revocations } from '../revocations/revocations.js';
import type { Settings } from '../settings/settings.js';
import type { Sources } from '../setup/sources.js';
import type { KeepLastWayIn } from '../way-in/last-way-in.js';

export interface UserServiceOptions {
  readonly stores: AuthStores;
  readonly settings: Pick<Settings, 'configUsers'>;
  readonly sources: Sources;
  readonly keepLastWayIn: KeepLastWayIn;
  readonly hasher: PasswordHasher;
  readonly cache: VerifiedCache;
  readonly clock: Clock;
  readonly revocations: Revocations;
  readonly auditor: Auditor;
}

/** Only admins get this far: they do not queue behind callers that try to sign in. */
export const ownPlace = { source: 'admin', reserved: true } as const;

/** A local account as it is shown. */
export function summaryOf(user: UserRecord, sessions: number): UserSummary {
  const { account, role, createdAt, lastSeenAt, disabledAt } = user;
  return { subject: account, role, createdAt, lastSeenAt, disabledAt, source: 'local', sessions };
}
