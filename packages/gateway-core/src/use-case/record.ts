import type { AuditEntry, AuditLog, Clock } from '../ports/house.js';
import { type Caller, principalOf } from './caller.js';
import { GatewayError, NOT_TAKEN_YET, OUTCOME_UNKNOWN } from './errors.js';
import { appliedBefore } from './steps.js';

/** Ports that a recorded action needs. */
export interface Recording {
  readonly audit: AuditLog;
  readonly clock: Clock;
}

type Change = Omit<
  AuditEntry,
  'at' | 'user' | 'scheme' | 'requestId' | 'peer' | 'id' | 'tokenFingerprint' | 'viaUser' | 'viaUserName'
>;

/**
 * Records a change and its caller, after it was done.
 *
 * @example
 * await ports.system.reboot('home');
 * recordChange(ports, caller, { action: 'ccu_reboot', central: 'home' });
 */
export function recordChange(ports: Recording, caller: Caller, change: Change): void {
  const { subject, scheme, key, viaUser, viaUserName } = principalOf(caller);
  ports.audit.record({
    at: ports.clock.now(),
    user: subject,
    scheme,
    requestId: caller.requestId,
    ...originOf(caller),
    ...tokenOf(key),
    ...(viaUser === undefined ? {} : { viaUser }),
    ...(viaUserName === undefined ? {} : { viaUserName }),
    ...change,
  });
}

/** The part of a token that may be shown: enough to find it in the list, and too little to authenticate. */
function tokenOf(principalKey: string): Pick<AuditEntry, 'tokenFingerprint'> {
  const [, digits] = /^token:([0-9a-f]{12})[0-9a-f]{52}$/.exec(principalKey) ?? [];
  return digits === undefined ? {} : { tokenFingerprint: digits };
}

/** The client only where it is not the peer itself. */
function originOf({ facts }: Caller): Pick<AuditEntry, 'peer' | 'client'> {
  if (facts === undefined) return {};
  const { peer, client } = facts;
  return client === peer ? { peer } : { peer, client };
}

/**
 * True when a failed change may still come true, or has.
 *
 * @example
 * if (!isPending(error)) await askAgain();
 */
export const isPending = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && [NOT_TAKEN_YET, OUTCOME_UNKNOWN].includes(error.details.reason ?? '');

/**
 * Makes a change and writes it down, also when only a part of it was made, or when it may still come true. Rejects as `make` does.
 *
 * @example
 * await makeChange(ports, caller, { action: 'ccu_reboot', central: 'home' }, () => ports.system.reboot('home'));
 */
export async function makeChange<T>(
  ports: Recording,
  caller: Caller,
  change: Change,
  make: () => Promise<T>,
  note?: (made: T) => string | undefined,
): Promise<T> {
  let made: T;
  try {
    made = await make();
  } catch (error) {
    const applied = appliedBefore(error);
    if (isPending(error)) recordChange(ports, caller, { ...change, outcome: 'pending' });
    else if (applied.length > 0)
      recordChange(ports, caller, { ...change, outcome: 'partial', note: applied.join(', ') });
    throw error;
  }
  recordChange(ports, caller, note === undefined ? change : { ...change, note: note(made) });
  return made;
}
