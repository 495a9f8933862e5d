import type { SimulatedHouseView } from '@ccu-gateway/ccu-simulator';

/** Everything that is so in a simulated house, as one text: equal when nothing was changed. */
export function truthOf(house: SimulatedHouseView): string {
  const addresses = house
    .devices()
    .flatMap(({ description, channels }) => [description.ADDRESS, ...channels.map((each) => each.description.ADDRESS)]);
  return JSON.stringify({
    devices: house.devices(),
    values: addresses.map((address) => house.values(address)),
    masters: addresses.map((address) => house.master(address)),
    links: house.links().map((link) => [link, house.link(link.receiver, link.sender)]),
    programs: house.programs(),
    variables: house.sysvars(),
    rooms: house.rooms(),
    functions: house.functions(),
    messages: house.messages(),
    pairing: house.installModes().map(({ interfaceName }) => interfaceName),
  });
}
