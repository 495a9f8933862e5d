import { triggerKindOf } from '../announce/trigger.js';
import { isVirtualRemote } from '../model/address.js';
import { centralsIn, locateChannelAddress, locateDevice } from '../model/locate.js';
import type { Channel, DataPoint, Device, HouseRecords } from '../model/state.js';
import type { CentralLinkable, CentralLinkChannel, CentralLinks, PlannedCentralLinks } from '../requests/families.js';
import { notFound, ok } from '../requests/result.js';
import { channelsOf } from '../view/device.js';
import { isGhostKey } from '../visibility/ghost-keys.js';
import { isOutOfMode } from '../visibility/operation-mode.js';

/** Uses of a key, the usual first. */
const PRESSES = ['PRESS_SHORT', 'PRESS_LONG'] as const;

export function createCentralLinks(house: HouseRecords): CentralLinks {
  return {
    find(address, scope) {
      const device = locateDevice(house, address, scope);
      return device.ok ? ok(linkableOf(device.value)) : device;
    },
    plan: (address, channelAddress, scope) => planLinks(house, address, channelAddress, scope),
    silentKeys: (scope) =>
      centralsIn(house, scope.central)
        .flatMap((central) => [...central.devices.values()])
        .filter(
          ({ iface }) =>
            iface.facts.silentKeys && (scope.interfaceName === undefined || scope.interfaceName === iface.name),
        )
        .map(linkableOf)
        .filter(({ channels }) => channels.length > 0),
  };
}

function planLinks(
  house: HouseRecords,
  address: string,
  channelAddress: string | undefined,
  scope: Parameters<CentralLinks['plan']>[2],
): PlannedCentralLinks {
  const device = locateDevice(house, address, scope);
  if (!device.ok) return device;
  const all = linkableOf(device.value);
  if (all.reason !== undefined) return { ok: false, code: 'unsupported', message: SAID[all.reason](device.value) };
  if (channelAddress === undefined) return { ok: true, links: all };
  const channel = locateChannelAddress(house, channelAddress, { central: all.central });
  if (!channel.ok) return channel;
  if (channel.value.device !== device.value) {
    return notFound('channel', `device ${all.address} has no channel ${channelAddress}`);
  }
  const channels = all.channels.filter((each) => each.address === channel.value.address);
  if (channels.length > 0) return { ok: true, links: { ...all, channels, others: 0 } };
  return { ok: false, code: 'unsupported', message: `channel ${channel.value.address} has no key` };
}

const SAID: Readonly<Record<NonNullable<CentralLinkable['reason']>, (device: Device) => string>> = {
  interface_unsupported: ({ iface }) => `devices of ${iface.name} have no links with the CCU`,
  virtual_remote: ({ address }) => `${address} is a part of the CCU and needs no link with it`,
  no_keys: ({ address }) => `device ${address} has no key`,
};

function linkableOf(device: Device): CentralLinkable {
  const { central, iface, address } = device;
  const keys = channelsOf(device).flatMap((channel) => keyOf(channel) ?? []);
  const reason =
    iface.facts.valueUsage === 'none'
      ? 'interface_unsupported'
      : isVirtualRemote(address)
        ? 'virtual_remote'
        : keys.length === 0
          ? 'no_keys'
          : undefined;
  const channels = reason === undefined ? keys : [];
  const others = device.channels.size - channels.length;
  return {
    central: central.name,
    interfaceName: iface.name,
    address,
    channels,
    others,
    ...(reason === undefined ? {} : { reason }),
  };
}

function keyOf(channel: Channel): CentralLinkChannel | undefined {
  const presses = PRESSES.filter((parameter) => isPressed(channel.points.get(parameter)));
  const [parameter] = presses;
  if (parameter === undefined) return undefined;
  const { address, number } = channel;
  const channelId = channel.device.central.directory.names.get(address)?.iseId;
  return { address, number, parameter, ...(channelId === undefined ? {} : { channelId }) };
}

const isPressed = (point: DataPoint | undefined): boolean =>
  point !== undefined && triggerKindOf(point) === 'keypress' && !isGhostKey(point) && !isOutOfMode(point);
