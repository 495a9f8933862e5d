import { type HouseDefinition, inventedHouse } from '@ccu-gateway/ccu-simulator';

/** The invented installation with these devices only; its rooms, functions, programs and links have nothing of the others. */
export function houseWithOnly(addresses: readonly string[]): HouseDefinition {
  const house = inventedHouse();
  const isKept = (address: string) => addresses.includes(address.split(':')[0] ?? address);
  const kept = <Group extends { readonly channelAddresses: readonly string[] }>(group: Group): Group => ({
    ...group,
    channelAddresses: group.channelAddresses.filter(isKept),
  });
  const devices = house.devices.filter(({ description }) => isKept(description.ADDRESS));
  if (devices.length < addresses.length) throw new Error(`The invented installation lacks one of ${addresses}`);
  return {
    ...house,
    devices,
    rooms: house.rooms.map(kept),
    functions: house.functions.map(kept),
    programs: house.programs.map(({ keys = [], actions = [], ...program }) => ({
      ...program,
      keys: keys.filter(isKept),
      actions: actions.filter((action) => action.kind !== 'channel' || isKept(action.channelAddress)),
    })),
    sysvars: house.sysvars.filter(({ channelAddress }) => channelAddress === undefined || isKept(channelAddress)),
    links: house.links.filter(({ sender, receiver }) => isKept(sender) && isKept(receiver)),
  };
}
