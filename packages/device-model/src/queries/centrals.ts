import { readinessChanged } from '../announce/announce.js';
import { describeCentral, describeInterface, describeReadiness } from '../announce/central.js';
import { refreshReadiness } from '../apply/connection-state.js';
import type { HouseModel } from '../model/house-model.js';
import type { HouseRecords } from '../model/state.js';
import { isAbsent, wasRead } from '../model/unread.js';
import { notFound, ok } from '../requests/result.js';
import { askedOf } from './scope.js';

/** State of the CCUs and their interfaces. */
export function centralQueries(
  house: HouseRecords,
): Pick<
  HouseModel,
  | 'setCentralInformation'
  | 'settleIdentity'
  | 'hubUnread'
  | 'hubAbsent'
  | 'setHubAbsent'
  | 'setHubAway'
  | 'centralNames'
  | 'centrals'
  | 'readiness'
  | 'interfaces'
  | 'interface'
> {
  const { perCentral } = askedOf(house);
  return {
    setCentralInformation(name, information) {
      const central = house.centrals.get(name);
      if (central === undefined) return [];
      // Known facts are kept when a later answer lacks them.
      const told = Object.entries(information).filter(([, value]) => value !== undefined);
      central.information = { ...central.information, ...Object.fromEntries(told) };
      if (central.idsOf === 'awaited' && central.information.serial !== undefined) central.idsOf = 'serial';
      return refreshReadiness(central);
    },
    settleIdentity(name) {
      const central = house.centrals.get(name);
      if (central?.idsOf !== 'awaited') return undefined;
      central.idsOf = 'name';
      return refreshReadiness(central);
    },
    hubUnread: (list, scope) =>
      perCentral(scope, (central) => (wasRead(central, list) || isAbsent(central, list) ? [] : [central.name])),
    hubAbsent: (list, scope) => perCentral(scope, (central) => (isAbsent(central, list) ? [central.name] : [])),
    setHubAbsent(name, absent) {
      const central = house.centrals.get(name);
      if (central !== undefined) central.hubAbsent = absent;
    },
    setHubAway(name, away) {
      const central = house.centrals.get(name);
      if (central === undefined || central.hubAway === away) return [];
      central.hubAway = away;
      return central.ready ? [readinessChanged(central)] : [];
    },
    centralNames: () => [...house.centrals.keys()],
    centrals: () => [...house.centrals.values()].map(describeCentral),
    readiness(name) {
      const central = house.centrals.get(name);
      return central === undefined ? undefined : describeReadiness(central);
    },
    interfaces: (scope) =>
      perCentral(scope, (central) =>
        [...central.interfaces.values()].map((iface) => describeInterface(central, iface)),
      ),
    interface(id) {
      for (const central of house.centrals.values()) {
        for (const iface of central.interfaces.values()) {
          if (iface.id === id) return ok(describeInterface(central, iface));
        }
      }
      return notFound('interface', `no interface ${id}`);
    },
  };
}
