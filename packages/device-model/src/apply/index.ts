import type { CcuEvent } from '@ccu-gateway/ccu-client';
import { readinessChanged, rolledBack } from '../announce.js';
import { derivedEvents } from '../derive.js';
import type { HomeEvent } from '../events.js';
import { locateChannelAddress } from '../locate.js';
import type { Central, DataPoint, House, InterfaceRecord } from '../state.js';
import { applyDescribed, applyRemoved } from './described.js';
import { applyLinkState } from './link-state.js';
import { applyNames } from './names.js';
import { applyValue } from './value.js';

/** The one place where what a CCU tells becomes a change of the house. Events of unknown centrals are ignored. */
export function applyEvent(house: House, event: CcuEvent): readonly HomeEvent[] {
  const central = house.centrals.get(event.central);
  if (central === undefined) return [];
  if (event.type === 'names_loaded') return applyNames(central, event);
  const iface = central.interfaces.get(event.interfaceName);
  if (iface === undefined) return [];
  switch (event.type) {
    case 'value': {
      const changed = new Set<DataPoint>();
      const out = applyValue(house, central, iface, { ...event, origin: 'live' }, changed);
      return changed.size === 0 ? out : [...out, ...derivedEvents(changed, event.at)];
    }
    case 'values_loaded':
      return applyLoaded(house, central, iface, event);
    case 'devices_described':
      return applyDescribed(house, central, iface, event);
    case 'devices_removed':
      return applyRemoved(central, event.addresses);
    case 'link_state':
      return applyLinkState(central, iface, event);
    case 'write_rolled_back':
      return applyRollback(house, central, event);
    case 'links_changed':
      return [];
  }
}

/**
 * Values read in bulk. The first bulk of an interface is announced by the readiness of the central alone, also when it comes
 * late: thousands of frames would say nothing that a snapshot does not say better.
 */
function applyLoaded(
  house: House,
  central: Central,
  iface: InterfaceRecord,
  event: Extract<CcuEvent, { type: 'values_loaded' }>,
): readonly HomeEvent[] {
  const first = !iface.bulkLoaded;
  iface.bulkLoaded = true;
  const changed = new Set<DataPoint>();
  const origin = first ? 'first_load' : 'loaded';
  const out = event.values.flatMap((value) =>
    applyValue(house, central, iface, { ...value, at: event.at, origin }, changed),
  );
  const announced = first && iface.loaded && changed.size > 0 ? [readinessChanged(central)] : [];
  return [...out, ...derivedEvents(changed, event.at), ...announced];
}

function applyRollback(
  house: House,
  central: Central,
  event: Extract<CcuEvent, { type: 'write_rolled_back' }>,
): readonly HomeEvent[] {
  const channel = locateChannelAddress(house, event.channelAddress, { central: central.name });
  const point = channel.ok ? channel.value.points.get(event.parameter) : undefined;
  if (point === undefined) return [];
  const sent = event.sent ?? point.pending;
  point.pending = undefined;
  return [rolledBack(point, { reason: event.reason, paramsetKey: event.paramsetKey, sent })];
}
