import type { AuditRecord, AuditSink, AuthLogger, Clock } from '../model/ports.js';
import type { Actor, Principal } from '../model/principal.js';
import { addressesOf, type RequestFacts } from '../model/request.js';
import { normaliseAddress, throttleSource } from '../net/address.js';

/** Writes audit records; a sink that fails is reported, and never fails the request. */
export interface Auditor {
  record(record: Omit<AuditRecord, 'at' | 'source'>): void;
  /** An administrative change. */
  change(by: Actor, action: string, target: string, refusal?: string): void;
  /** A request that a header or the proxy authenticated: noted once an hour for each credential and peer. */
  use(principal: Principal, facts: Pick<RequestFacts, 'peer' | 'client'>, requestId: string | undefined): void;
}

const repeatAfterMs = 3_600_000;
const capacity = 1024;

export function createAuditor(sink: AuditSink, clock: Clock, logger: AuthLogger): Auditor {
  const noted = new Map<string, number>();
  /** The address of the last request with a kept principal, and the time of its record: most requests repeat it. */
  const repeated = new WeakMap<
    Principal,
    { readonly peer: string; readonly client: string; readonly notedAt: number }
  >();

  const failed = () => logger.error('auth.audit.failed');
  const record: Auditor['record'] = (entry) => {
    try {
      const source = entry.outcome === 'refused' ? { source: throttleSource(entry.client ?? entry.peer) } : {};
      Promise.resolve(sink.write({ at: clock.now(), ...entry, ...source })).catch(failed);
    } catch {
      failed();
    }
  };

  return {
    record,
    change: (by, action, target, refusal) =>
      record({
        action,
        target,
        outcome: outcomeOf(refusal),
        reason: refusal,
        subject: by.subject,
        scheme: by.scheme,
        peer: normaliseAddress(by.peer),
        client: by.client,
        credential: shortCredential(by.credentialId),
        viaUser: by.viaUser,
        viaUserName: by.viaUserName,
        requestId: by.requestId,
      }),
    use: (principal, { peer, client }, requestId) => {
      const now = clock.now();
      const before = repeated.get(principal);
      if (before?.peer === peer && before.client === client && now - before.notedAt < repeatAfterMs) return;
      const key = `${principal.credentialId} ${peer} ${client}`;
      const last = noted.get(key);
      const isNoted = last !== undefined && now - last < repeatAfterMs;
      repeated.set(principal, { peer, client, notedAt: isNoted ? last : now });
      if (isNoted) return;
      noted.delete(key);
      const oldest = noted.keys().next();
      if (noted.size >= capacity && !oldest.done) noted.delete(oldest.value);
      noted.set(key, now);
      const { subject, scheme, viaUser, viaUserName, credentialId } = principal;
      const credential = shortCredential(credentialId);
      const where = { ...addressesOf({ peer, client }), viaUser, viaUserName };
      // An access token is of a person and of the client that the person allowed.
      const target = principal.viaClient === undefined ? {} : { target: principal.viaClient };
      record({ action: 'auth.request', outcome: 'ok', subject, scheme, ...where, ...target, credential, requestId });
    },
  };
}

/** The outcome of a change that ended with this refusal, or with none. */
export function outcomeOf(refusal: string | undefined): AuditRecord['outcome'] {
  if (refusal === undefined) return 'ok';
  return refusal === 'outcome_unknown' ? 'pending' : 'refused';
}

/** `token:` and the first 12 digits: enough to find it in the list. */
export function shortCredential(credentialId: string | undefined): string | undefined {
  const match = /^(token|session):([0-9a-f]{12})/.exec(credentialId ?? '');
  return match ? `${match[1]}:${match[2]}` : undefined;
}
