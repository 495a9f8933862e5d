import type { RequestFacts, Role } from '@ccu-gateway/auth-core';

/** The principal that a use case acts for, as records show it. A `Principal` of auth-core is one. */
export interface ActingPrincipal {
  /** Unique over all sources, for example `local:anna` or `service:matter`. */
  readonly key: string;
  /** The name to show. Not unique over sources. */
  readonly subject: string;
  /** Scheme of the caller, for example `session`, or `service` for a part of the gateway itself. */
  readonly scheme: string;
  readonly role: Role;
  /** Id and name of the user that a trusted ingress proxy forwarded. */
  readonly viaUser?: string;
  readonly viaUserName?: string;
}

/** Caller of a use case, and the time for which an answer is wanted. */
export interface Caller {
  /** Null for a caller without a sign-in: every use case refuses it. */
  readonly principal: ActingPrincipal | null;
  /** Addresses of the request, as records show them. Absent for a part of the gateway itself. */
  readonly facts?: Pick<RequestFacts, 'peer' | 'client'>;
  /** Ties records and log lines to one request. */
  readonly requestId?: string;
  /** Proof that the caller holds an edit lock. */
  readonly editToken?: string;
  /** Aborted when the caller went away. */
  readonly signal: AbortSignal;
}

/**
 * The principal of an accepted caller. Throws when there is none, which is a mistake of the front end.
 *
 * @example
 * const { subject, role } = principalOf(caller);
 */
export function principalOf<P extends ActingPrincipal>(caller: { readonly principal: P | null }): P {
  if (caller.principal === null) throw new Error('An operation for authenticated callers ran without a principal');
  return caller.principal;
}

/**
 * A caller for a part of the gateway that acts by itself, for example a bridge. It is audited under its name.
 *
 * @example
 * const matter = core.as(serviceCaller({ name: 'matter', role: 'operator' }));
 */
export function serviceCaller(options: {
  readonly name: string;
  readonly role: Role;
  /** Aborted when the answer is not wanted any more. Default: never. */
  readonly signal?: AbortSignal;
}): Caller {
  const { name, role, signal = new AbortController().signal } = options;
  return { principal: { key: `service:${name}`, subject: name, scheme: 'service', role }, signal };
}
