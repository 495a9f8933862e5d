import type { Auditor } from '../audit/auditor.js';
import type { Inspected } from '../inspection/inspect.js';
import type { Principal, Scheme } from '../model/principal.js';
import { ok, type Result, refuse } from '../model/problem.js';
import { addressesOf } from '../model/request.js';
import type { Role } from '../model/role.js';
import type { NoticeHeader } from './header-beside-session.js';
import type { Authenticated, Challenge, CredentialReader, CredentialScheme, Reading } from './scheme.js';

/** The scheme of every kind of principal; the compiler asks for one where a kind is added. */
export type CredentialSchemes = Readonly<Record<Scheme, CredentialScheme>>;

/** Finds the one principal of a request. */
export type Authenticator = (inspected: Inspected) => Promise<Result<Authenticated>>;

export interface AuthenticatorOptions {
  readonly schemes: CredentialSchemes;
  /** In the order in which they are asked. */
  readonly chain: readonly CredentialReader[];
  readonly challenge: Challenge;
  readonly auditor: Auditor;
  readonly noticeHeader?: NoticeHeader;
}

/**
 * Asks one scheme after the other. A credential that is present and wrong is final and never falls through to the next;
 * only behind the trusted proxy, which may pass foreign headers on, a header is set aside.
 */
export function createAuthenticator({
  schemes,
  chain,
  challenge,
  auditor,
  noticeHeader,
}: AuthenticatorOptions): Authenticator {
  const auditUse = (principal: Principal, { facts, requestId }: Inspected) => {
    if (schemes[principal.scheme].usesAreAudited) auditor.use(principal, facts, requestId);
  };

  const auditRefusal = (
    { attempt }: Extract<Reading, { kind: 'refused' }>,
    { facts, requestId }: Inspected,
    isIgnored: boolean,
  ) =>
    auditor.record({
      action: 'auth.request',
      outcome: 'refused',
      ...attempt,
      ...addressesOf(facts),
      reason: isIgnored ? 'credential_ignored' : attempt.reason,
      requestId,
    });

  return async (inspected) => {
    for (const scheme of chain) {
      const read = scheme.read(inspected);
      const reading = read instanceof Promise ? await read : read;
      if (reading.kind === 'absent') continue;
      if (reading.kind === 'proven') {
        auditUse(reading.principal, inspected);
        return ok(reading);
      }
      // Not being able to tell is not the same as being wrong.
      const isWrong = reading.problem.code !== 'service_unready';
      const isIgnored = inspected.ingress !== null && reading.mayBeForwarded && isWrong;
      auditRefusal(reading, inspected, isIgnored);
      if (isIgnored) continue;
      if (reading.mayBeForwarded && isWrong) await noticeHeader?.(inspected);
      return refuse(reading.problem);
    }
    return refuse(challenge(inspected));
  };
}

/**
 * The present role of a principal that was checked earlier; null when its credential ended, and for a scheme that this
 * gateway does not know. Throws when no store can answer.
 */
export function createCurrentRole(schemes: CredentialSchemes): (principal: Principal) => Promise<Role | null> {
  return async (principal) =>
    Object.hasOwn(schemes, principal.scheme) ? schemes[principal.scheme].currentRole(principal) : null;
}
