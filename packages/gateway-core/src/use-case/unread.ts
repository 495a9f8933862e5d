import type { HubList, Scope } from '@ccu-gateway/device-model';
import type { HubView } from '../ports/house.js';
import { type CentralNames, chooseCentrals } from './choose.js';
import { GatewayError } from './errors.js';

export interface ListReading {
  readonly house: CentralNames;
  readonly hub: Pick<HubView, 'hubUnread' | 'hubAbsent'>;
}

/**
 * The CCUs with missing entries in that list, because it was never read from them.
 *
 * @throws GatewayError `not_found` for an unknown central
 *
 * @example
 * const missing = notReadFrom(ports, 'sysvars', {});
 */
export function notReadFrom({ house, hub }: ListReading, list: HubList, scope: Scope): readonly string[] {
  chooseCentrals(house, scope.central);
  return hub.hubUnread(list, scope);
}

/**
 * Refuses a list of which nothing is known: an empty one would say that there is nothing. With `whole` it is refused too
 * where it was not read from one of several CCUs.
 *
 * @throws GatewayError `service_unready`; `unsupported` where none of the CCUs can have such a list
 *
 * @example
 * refuseUnread(ports, 'programs', { central: 'home' });
 */
export function refuseUnread(
  ports: ListReading,
  list: HubList,
  scope: Scope,
  { whole = false }: { readonly whole?: boolean } = {},
): void {
  const missing = notReadFrom(ports, list, scope);
  const asked = chooseCentrals(ports.house, scope.central);
  const what = list.replace('_', ' ').replace('sysvars', 'system variables');
  const absent = ports.hub.hubAbsent(list, scope);
  if (asked.length > 0 && absent.length === asked.length) {
    throw new GatewayError('unsupported', `${absent.join(', ')} has no logic layer (ReGaHss), and so no ${what}`, {
      reason: 'no_logic_layer',
      members: { centrals: absent },
    });
  }
  if (missing.length === 0 || (!whole && missing.length < asked.length - absent.length)) return;
  const others = missing.length < asked.length - absent.length ? '; the others answer with `central`' : '';
  throw new GatewayError('service_unready', `The ${what} of ${missing.join(', ')} were not read yet${others}`, {
    reason: 'not_read',
    members: { centrals: missing },
  });
}
