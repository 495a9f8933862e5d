import { problemOf } from '../failures/failures.js';
import { unauthenticated } from '../http/challenge.js';
import type { Inspected } from '../inspection/inspect.js';
import { accountKey } from '../model/account.js';
import type { CsrfContext } from '../model/csrf-context.js';
import type { AuditRecord } from '../model/ports.js';
import type { Principal } from '../model/principal.js';
import type { AuthProblem } from '../model/problem.js';
import type { Role } from '../model/role.js';
import type { Settings } from '../settings/settings.js';
import { parseAuthorization, schemeOfAuthorization } from './authorization.js';

/** A request with a right credential. */
export interface Authenticated {
  readonly principal: Principal;
  /**
   * Context that a CSRF token must be bound to, for credentials that a browser attaches by itself; null for headers.
   */
  readonly ambient: CsrfContext | null;
}

/** Result of one scheme for a request: no credential of its own, a right one, or a wrong one. */
export type Reading =
  | { readonly kind: 'absent' }
  | ({ readonly kind: 'proven' } & Authenticated)
  | {
      readonly kind: 'refused';
      readonly problem: AuthProblem;
      /** Fields of the attempt in the audit log. */
      readonly attempt: Pick<AuditRecord, 'subject' | 'scheme'> & { readonly reason: string };
      /** It stands in a header that a proxy may have passed on from elsewhere. */
      readonly mayBeForwarded: boolean;
    };

/**
 * Reads one kind of credential. A result that needs the request alone is returned synchronously: most schemes are
 * absent from a request.
 */
export interface CredentialReader {
  read(inspected: Inspected): Reading | Promise<Reading>;
}

/** One method to prove a caller's identity, from the request to the end of the credential. */
export interface CredentialScheme extends CredentialReader {
  /** True where its credential was not issued by a sign-in, which the audit log would have; so its use is noted there. */
  auditsUse(principal: Principal): boolean;
  /**
   * The present role of a principal of this scheme; null when its credential ended. Throws when no store can answer.
   */
  currentRole(principal: Principal): Promise<Role | null>;
}

export const absent: Reading = { kind: 'absent' };

/** The 401 of a request, with the challenge that fits it. */
export type Challenge = (inspected: Inspected, options?: { readonly bearerPresented: boolean }) => AuthProblem;

export function createChallenge(settings: Pick<Settings, 'serviceName' | 'basicEnabled'>): Challenge {
  return ({ headers, isUpgrade }, { bearerPresented } = { bearerPresented: false }) =>
    unauthenticated(
      { realm: settings.serviceName, basicEnabled: settings.basicEnabled },
      { headers, isUpgrade, bearerPresented },
    );
}

/** Rules for the values of one scheme of the `Authorization` header. */
export interface AuthorizationRules {
  readonly scheme: ReturnType<typeof schemeOfAuthorization>;
  /** The principal of a value; null for one that is wrong. */
  find(value: string, inspected: Inspected): Principal | null | Promise<Principal | null>;
  /** The refusal of a value that is wrong. */
  refusal(inspected: Inspected): AuthProblem;
}

/** Reads the `Authorization` header of one scheme; one that means another scheme is left to that. */
export function readAuthorization(rules: AuthorizationRules, inspected: Inspected): Reading | Promise<Reading> {
  const value = inspected.headers.get('authorization');
  if (value === undefined || schemeOfAuthorization(value) !== rules.scheme) return absent;
  const judge = (principal: Principal | null): Reading =>
    principal ? { kind: 'proven', principal, ambient: null } : refused(value, rules.refusal(inspected));
  const found = rules.find(value, inspected);
  if (!(found instanceof Promise)) return judge(found);
  return found.then(judge).catch((error: unknown) => refused(value, problemOf(error)));
}

function refused(value: string, problem: AuthProblem): Reading {
  const credential = parseAuthorization(value);
  return {
    kind: 'refused',
    problem,
    attempt: {
      subject: credential.kind === 'basic' ? (accountKey(credential.username) ?? '') : '',
      scheme: credential.kind === 'malformed' ? 'none' : credential.kind,
      reason: problem.reason,
    },
    mayBeForwarded: true,
  };
}
