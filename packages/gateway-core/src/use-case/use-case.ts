import type { Role } from '@ccu-gateway/auth-core';
import type { Caller } from './caller.js';
import { GatewayError } from './errors.js';

/** Each role has the rights of those before it. */
const ASCENDING: readonly Role[] = ['viewer', 'operator', 'admin'];

/** A function of the gateway for callers of a role. Front ends declare `role` as the access of their routes to it. */
export type UseCase<Ports, Args extends readonly unknown[], Result> = ((
  ports: Ports,
  caller: Caller,
  ...args: Args
) => Result) & {
  /** The lowest role that may call it. */
  readonly role: Role;
};

/**
 * A use case that refuses callers below `role` before it reads anything: `unauthorized` without a principal,
 * `forbidden` with a lower role.
 */
export function useCase<Ports, Args extends readonly unknown[], Result>(
  role: Role,
  run: (ports: Ports, caller: Caller, ...args: Args) => Result,
): UseCase<Ports, Args, Result> {
  const guarded = (ports: Ports, caller: Caller, ...args: Args): Result => {
    requireRole(caller, role);
    return run(ports, caller, ...args);
  };
  return Object.assign(guarded, { role });
}

/** A use case that changes nothing. */
export type Reading<Ports, Args extends readonly unknown[], Result> = UseCase<Ports, Args, Result> & {
  readonly reads: true;
};

/** A use case that changes nothing and needs nothing of its caller but the role. */
export function reading<Ports, Args extends readonly unknown[], Result>(
  role: Role,
  read: (ports: Ports, ...args: Args) => Result,
): Reading<Ports, Args, Result> {
  return readingAs(role, (ports, _caller, ...args) => read(ports, ...args));
}

/** A use case that changes nothing, but needs its caller: for a signal, or to show what belongs to the caller. */
export function readingAs<Ports, Args extends readonly unknown[], Result>(
  role: Role,
  read: (ports: Ports, caller: Caller, ...args: Args) => Result,
): Reading<Ports, Args, Result> {
  return Object.assign(useCase(role, read), { reads: true } as const);
}

/** Throws unless the caller has at least this role. */
function requireRole({ principal }: Caller, role: Role): void {
  if (principal === null) throw new GatewayError('unauthorized', 'Sign in first', { reason: 'unauthenticated' });
  if (ASCENDING.indexOf(principal.role) < ASCENDING.indexOf(role)) {
    throw new GatewayError('forbidden', `This needs the role ${role}`, { reason: 'forbidden_role' });
  }
}
