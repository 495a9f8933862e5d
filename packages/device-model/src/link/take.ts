import { derivedOfDevice } from '../apply/derive.js';
import { heatedByActor, heatsByLinks } from '../custom/linked-heating.js';
import { parseAddress } from '../model/address.js';
import { devicesIn, locateDevice } from '../model/locate.js';
import type { HouseRecords } from '../model/state.js';
import type { ModelEvent } from '../requests/events.js';
import type { LinksRead } from '../requests/families.js';
import type { ConfigurationPlace, ConfigurationScope } from '../requests/requests.js';

/** Locations of links that shown items depend on. */
export function findLinkPlaces(house: HouseRecords, scope: ConfigurationScope): readonly ConfigurationPlace[] {
  return devicesIn(house, scope)
    .filter((device) => device.iface.facts.links && heatsByLinks(device))
    .map(({ address, iface, central }) => ({
      central: central.name,
      interfaceName: iface.name,
      address,
      isKnown: central.links.has(address),
    }));
}

export function takeLinks(
  house: HouseRecords,
  { central: name, address, links, at }: LinksRead,
): readonly ModelEvent[] {
  const located = locateDevice(house, address, { central: name });
  if (!located.ok) return [];
  const device = located.value;
  const { central } = device;
  const own = links.filter(({ sender }) => parseAddress(sender)?.device === device.address);
  central.links.set(
    device.address,
    own.map(({ sender, receiver }) => ({ sender, receiver })),
  );
  central.heatedBy = heatedByActor(central);
  return derivedOfDevice(device, at);
}
