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

/** Finds the one principal of a request; a promise where a scheme has to wait. */
export type Authenticator = (inspected: Inspected) => Result<Authenticated> | Promise<Result<Authenticated>>;

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
    if (schemes[principal.scheme].auditsUse(principal)) auditor.use(principal, facts, requestId);
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

  /** The outcome of a reading; undefined where the next scheme is asked. */
  const judge = (
    reading: Reading,
    inspected: Inspected,
  ): Result<Authenticated> | Promise<Result<Authenticated>> | undefined => {
    if (reading.kind === 'absent') return undefined;
    if (reading.kind === 'proven') {
      auditUse(reading.principal, inspected);
      return ok(reading);
    }
    // Not being able to tell is not the same as being wrong.
    const isWrong = reading.problem.code !== 'service_unready';
    const isIgnored = inspected.ingress !== null && reading.mayBeForwarded && isWrong;
    auditRefusal(reading, inspected, isIgnored);
    if (isIgnored) return undefined;
    const refusal = refuse(reading.problem);
    if (noticeHeader === undefined || !reading.mayBeForwarded || !isWrong) return refusal;
    return noticeHeader(inspected).then(() => refusal);
  };

  const askFrom = (first: number, inspected: Inspected): ReturnType<Authenticator> => {
    for (let index = first; index < chain.length; index += 1) {
      const reading = chain[index]!.read(inspected);
      if (reading instanceof Promise) {
        return reading.then((late) => judge(late, inspected) ?? askFrom(index + 1, inspected));
      }
      const outcome = judge(reading, inspected);
      if (outcome !== undefined) return outcome;
    }
    return refuse(challenge(inspected));
  };

  return (inspected) => askFrom(0, inspected);
}

/**
 * The present role of a principal that was checked earlier; null when its credential ended, and for a scheme that this
 * gateway does not know. Throws when no store can answer.
 */
export function createCurrentRole(schemes: CredentialSchemes): (principal: Principal) => Promise<Role | null> {
  return async (principal) =>
    Object.hasOwn(schemes, principal.scheme) ? schemes[principal.scheme].currentRole(principal) : null;
}
