import type { CcuEvent, WireValue } from '@ccu-gateway/ccu-client';
import { joinUnproved, type Place, readinessChanged, rolledBack } from '../announce/announce.js';
import { parseAddress } from '../model/address.js';
import { locateDevice } from '../model/locate.js';
import type { CentralRecord, DataPoint, HouseRecords, InterfaceRecord } from '../model/state.js';
import type { ModelEvent } from '../requests/events.js';
import { sameValue } from '../values/same-value.js';
import { applyConnectionState } from './connection-state.js';
import { derivedEvents } from './derive.js';
import { applyDescribed, applyRemoved } from './described.js';
import { applyMaster } from './master.js';
import { applyNames } from './names.js';
import { dropTacit, markPending } from './pending.js';
import { applyValue, inOrderOfStatus } from './value.js';

/** Turns events of a CCU into changes of the model; no other code does. Events of unknown centrals are ignored. */
export function applyEvent(house: HouseRecords, event: CcuEvent): readonly ModelEvent[] {
  const central = house.centrals.get(event.central);
  if (central === undefined) return [];
  if (event.type === 'names_loaded') return applyNames(central, event);
  const iface = central.interfaces.get(event.interfaceName);
  if (iface === undefined) return [];
  switch (event.type) {
    case 'value': {
      iface.heardAt = event.at;
      const changed = new Set<DataPoint>();
      const { channelAddress, parameter, value, at } = event;
      const incoming = { channelAddress, parameter, value, at, setAt: undefined, origin: 'live' } as const;
      const out = applyValue(house, central, iface, incoming, changed);
      return changed.size === 0 ? out : [...out, ...derivedEvents(changed, event.at)];
    }
    case 'values_loaded':
      return applyLoaded(house, central, iface, event);
    case 'devices_described':
      return applyDescribed(house, central, iface, event);
    case 'devices_removed':
      return applyRemoved(central, event.addresses);
    case 'link_state':
      return applyConnectionState(central, iface, event);
    case 'events_unproved':
      // The values that were read again arrived before; the link's `connected` frame reports the rest.
      iface.unproved = joinUnproved(iface.unproved, event);
      return [];
    case 'write_rolled_back':
      return applyRollback(house, central, event);
    case 'write_waiting':
      return applyWaiting(house, central, event);
    case 'configuration_read':
      return applyMaster(house, event);
    case 'links_changed':
    case 'descriptions_refused':
      return [];
  }
}

/**
 * Values read in bulk. The first bulk of an interface is announced by the readiness of the central alone, also when it comes
 * late: thousands of frames would say nothing that a snapshot does not say better.
 */
function applyLoaded(
  house: HouseRecords,
  central: CentralRecord,
  iface: InterfaceRecord,
  event: Extract<CcuEvent, { type: 'values_loaded' }>,
): readonly ModelEvent[] {
  const first = !iface.bulkLoaded;
  iface.bulkLoaded = true;
  const changed = new Set<DataPoint>();
  const origin = first ? 'first_load' : 'loaded';
  const { at } = event;
  const out = inOrderOfStatus(central, event.values).flatMap(({ channelAddress, parameter, value, setAt }) =>
    applyValue(house, central, iface, { channelAddress, parameter, value, at, setAt, origin }, changed),
  );
  const announced = first && iface.loaded && changed.size > 0 ? [readinessChanged(central)] : [];
  return [...out, ...derivedEvents(changed, event.at), ...announced];
}

/** A sent write did not take effect. Published for configuration too, which has no data point of its own. */
function applyRollback(
  house: HouseRecords,
  central: CentralRecord,
  event: Extract<CcuEvent, { type: 'write_rolled_back' }>,
): readonly ModelEvent[] {
  const { parameter, paramsetKey, reason } = event;
  const place = placeOf(house, central, event.channelAddress);
  if (place === undefined) return [];
  const known = place.channel?.points.get(parameter);
  const point = known?.paramsetKey === paramsetKey ? known : undefined;
  const sent = event.sent ?? point?.pending?.value;
  // Another value may have been asked for meanwhile; that one is still on its way.
  if (point?.pending !== undefined && (sent === undefined || sameValue(point.pending.value, sent as WireValue))) {
    point.pending = undefined;
  }
  dropTacit(place.channel, parameter, sent);
  const present = point === undefined ? undefined : point.value;
  return [rolledBack(place, { parameter, paramsetKey, reason, sent, present })];
}

function applyWaiting(
  house: HouseRecords,
  central: CentralRecord,
  { channelAddress, parameter, value }: Extract<CcuEvent, { type: 'write_waiting' }>,
): readonly ModelEvent[] {
  markPending(house, { central: central.name, channelAddress, parameter, value });
  return [];
}

function placeOf(house: HouseRecords, central: CentralRecord, address: string): Place | undefined {
  const scope = { central: central.name };
  const device = locateDevice(house, address, scope);
  if (!device.ok) return undefined;
  const number = parseAddress(address)?.channel;
  if (number === undefined) return { device: device.value, number: 0, channel: undefined };
  const channel = device.value.channels.get(number);
  return channel === undefined ? undefined : { device: device.value, number, channel };
}
