import { addressesOf, type RequestFacts } from './request.js';
import type { Role } from './role.js';

/** Proof of identity of a principal. A session keeps the scheme of the login that created it. */
export type Scheme = 'basic' | 'bearer' | 'session' | 'oidc' | 'ccu' | 'ingress';

/** A caller with a proven identity, for one request or one socket. */
export interface Principal {
  /**
   * Identity, unique over all sources: `local:<account>`, `config:<account>`, `ccu:<name>`, `oidc:<issuer>#<sub>`,
   * `token:<fingerprint>`, `ingress:<user id or empty>`. Accounts of one name in two sources are two principals.
   */
  readonly key: string;
  /** The name to show. Not unique over sources. */
  readonly subject: string;
  readonly scheme: Scheme;
  /** The role at the time of the check; ask `Auth.currentRole` again before acting on a long-lived connection. */
  readonly role: Role;
  /**
   * Presented credential: `session:<sha256 hex>`, `token:<fingerprint>`, `basic:<key>`, `ingress:<user id>`,
   * `access:<sha256 hex>` of person and client. No secret.
   */
  readonly credentialId: string;
  /** Milliseconds since the epoch at which the credential ends by itself; absent means never. */
  readonly expiresAt?: number;
  /** Of which account with which password; another text means that this principal is history. Empty where there is no account. */
  readonly authEpoch: string;
  /** The proxy's own user id behind an ingress request, when the trusted proxy named one. */
  readonly viaUser?: string;
  /** The name that proxy forwarded for this user. For people: it may change, and two users may have the same. */
  readonly viaUserName?: string;
  /** Id of the client that presented an access token of the identity provider. */
  readonly viaClient?: string;
}

/** Caller of an administrative change, as the audit log shows it. */
export interface Actor {
  readonly subject: string;
  readonly scheme: Scheme | 'cli';
  /** Peer address as text, or `local` for a command on the machine itself. */
  readonly peer: string;
  /** The address a trusted proxy reported, where it is not the peer's. */
  readonly client?: string;
  readonly credentialId?: string;
  readonly viaUser?: string;
  readonly viaUserName?: string;
  readonly requestId?: string;
}

/**
 * The actor that a principal is when it acts through a request.
 *
 * @example
 * if (verdict.ok && verdict.principal) {
 *   await auth.tokens.revoke(fingerprint, actorOf(verdict.principal, verdict.facts));
 * }
 */
export function actorOf(principal: Principal, facts: Pick<RequestFacts, 'peer' | 'client'>, requestId?: string): Actor {
  const { subject, scheme, credentialId, viaUser, viaUserName } = principal;
  return { subject, scheme, ...addressesOf(facts), credentialId, viaUser, viaUserName, requestId };
}
