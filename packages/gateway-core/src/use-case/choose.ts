import type { Scope } from '@ccu-gateway/device-model';
import { GatewayError, notFound } from './errors.js';

/** The names of the CCUs, in the order they were configured. */
export interface CentralNames {
  centralNames(): readonly string[];
}

/**
 * The CCU a request means. Without a name there must be exactly one: which of several was meant is never guessed.
 *
 * @throws GatewayError `not_found` for an unknown name; without a name `conflict` (reason `central_required`) where
 * there are several, and `service_unready` (reason `no_central`) where there is none
 *
 * @example
 * const central = chooseCentral(house, undefined); // 'home', when it is the only one
 */
export function chooseCentral(house: CentralNames, central: string | undefined): string {
  const names = house.centralNames();
  if (central !== undefined) {
    if (names.includes(central)) return central;
    throw notFound(`CCU ${central}`);
  }
  if (names.length > 1) throw centralRequired(names);
  const only = names[0];
  if (only !== undefined) return only;
  throw new GatewayError('service_unready', 'No CCU is configured', { reason: 'no_central' });
}

/** The CCUs a request means when it may mean all of them. */
export function chooseCentrals(house: CentralNames, central: string | undefined): readonly string[] {
  return central === undefined ? house.centralNames() : [chooseCentral(house, central)];
}

/**
 * A scope with an existing CCU.
 *
 * @throws GatewayError `not_found`
 *
 * @example
 * const programs = hub.programs(knownScope(house, { central: 'home' }));
 */
export function knownScope(house: CentralNames, scope: Scope): Scope {
  if (scope.central !== undefined) chooseCentral(house, scope.central);
  return scope;
}

/** The one entry that was meant: 404 when there is none, a conflict when several CCUs have one. */
export function pick<T extends { readonly central: string }>(entries: readonly T[], what: string): T {
  const first = entries[0];
  if (first === undefined) throw notFound(what);
  const centrals = [...new Set(entries.map(({ central }) => central))];
  if (centrals.length > 1) throw centralRequired(centrals);
  return first;
}

function centralRequired(centrals: readonly string[]): GatewayError {
  return new GatewayError('conflict', 'This exists on several CCUs: say which one with `central`', {
    reason: 'central_required',
    members: { centrals },
  });
}
