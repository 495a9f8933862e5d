import type { HubDataPoints, HubMetricsEntry, InterfaceState, SystemUpdateEntry } from '@ccu-gateway/contract/types';
import type { HubList, Scope } from '@ccu-gateway/device-model';
import type { House, HubView } from '../../ports/house.js';
import { knownScope } from '../../use-case/choose.js';
import { notFound } from '../../use-case/errors.js';

/** Ports of the use cases that read the CCUs themselves. */
export interface HubReading {
  readonly house: House;
  readonly hub: HubView;
}

/**
 * Counters and states of the CCUs themselves, as last read. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown CCU
 * @example
 * const [{ service_messages }] = core.as(caller).hub.dataPoints({ central: 'home' });
 */
export function hubDataPoints({ house, hub }: HubReading, scope: Scope = {}): readonly HubDataPoints[] {
  return hub.hubDataPoints(knownScope(house, scope));
}

/**
 * Measured figures of the CCUs, such as their latency. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown CCU
 * @example
 * const [{ connection_latency_ms }] = core.as(caller).hub.metrics({ central: 'home' });
 */
export function hubMetrics({ house, hub }: HubReading, scope: Scope = {}): readonly HubMetricsEntry[] {
  return hub.hubMetrics(knownScope(house, scope));
}

/**
 * Firmware of the CCUs and the available updates. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown CCU
 * @example
 * const updates = core.as(caller).hub.updates({});
 */
export function hubUpdates({ house, hub }: HubReading, scope: Scope = {}): readonly SystemUpdateEntry[] {
  return hub.systemUpdates(knownScope(house, scope));
}

/**
 * Load progress of a CCU. Before it is ready, missing entries may only be unknown. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown CCU
 * @example
 * const { ready } = core.as(caller).hub.readiness({ central: 'home' });
 */
export function hubReadiness(
  { hub }: HubReading,
  { central }: { readonly central: string },
): NonNullable<ReturnType<HubView['readiness']>> {
  const readiness = hub.readiness(central);
  if (readiness === undefined) throw notFound(`CCU ${central}`);
  return readiness;
}

/**
 * The interfaces of the CCUs and how their links are. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown CCU
 * @example
 * const offline = core.as(caller).hub.interfaces({}).filter(({ connected }) => !connected);
 */
export function hubInterfaces({ house }: HubReading, scope: Scope = {}): readonly InterfaceState[] {
  return house.interfaces(knownScope(house, scope));
}

/** The lists that keep their entries while a CCU is away, and are missing until they were read. */
const LISTS = ['programs', 'sysvars', 'rooms', 'functions'] as const satisfies readonly HubList[];

/**
 * The lists that were never read from a CCU that has them: their missing entries may only be unknown. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown CCU
 * @example
 * const isKnown = core.as(caller).hub.unread({ central: 'home' }).length === 0;
 */
export function hubUnread({ house, hub }: HubReading, scope: { readonly central: string }): readonly HubList[] {
  const of = knownScope(house, scope);
  return LISTS.filter((list) => hub.hubUnread(list, of).length > 0 && hub.hubAbsent(list, of).length === 0);
}
