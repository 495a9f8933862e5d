import { type Caller, principalOf } from '../caller.js';
import type { AuditEntry, AuditLog, Clock } from '../ports.js';

/** What an action needs in order to leave a trace. */
export interface Recording {
  readonly audit: AuditLog;
  readonly clock: Clock;
}

type Change = Omit<AuditEntry, 'at' | 'user' | 'scheme' | 'requestId' | 'peer' | 'id'>;

/** Writes down who changed what, after it was done. */
export function recordChange(needs: Recording, caller: Caller, change: Change): void {
  const { subject, scheme } = principalOf(caller);
  needs.audit.record({
    at: needs.clock.now(),
    user: subject,
    scheme,
    requestId: caller.requestId,
    peer: caller.facts.peer,
    ...change,
  });
}
