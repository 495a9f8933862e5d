import type { AuditRecord } from '@ccu-gateway/auth-core';
import type { AuditEntry } from '@ccu-gateway/gateway-core/use-cases';

/**
 * An audit entry from a record of access control.
 *
 * @example
 * audit.add(fromAuth(record));
 */
export function fromAuth(record: AuditRecord): AuditEntry {
  const { at, action, outcome, subject, scheme, peer, client, reason, credential, target, requestId } = record;
  const { viaUser, viaUserName } = record;
  const note = Object.entries({ target, reason, credential, via_user: viaUser })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${JSON.stringify(value)}`]))
    .join(' ');
  return {
    at,
    action,
    outcome,
    user: subject,
    scheme,
    peer,
    ...(client && { client }),
    ...tokenIn(credential),
    ...(viaUser && { viaUser }),
    ...(viaUserName && { viaUserName }),
    ...(requestId && { requestId }),
    ...(note && { note }),
  };
}

function tokenIn(credential: string | undefined): Pick<AuditEntry, 'tokenFingerprint'> {
  return credential?.startsWith('token:') ? { tokenFingerprint: credential.slice('token:'.length) } : {};
}
