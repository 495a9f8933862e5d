import type { ChannelSummary, DeviceDetail } from '@ccu-gateway/contract/types';
import { unlessRefused } from '@ccu-gateway/gateway-core';
import { encodeSegment } from '../../topics/segment.js';
import type { ReadingCore } from '../house.js';

/** Channel with its level in a topic. */
export interface NamedChannel {
  readonly device: DeviceDetail;
  readonly channel: ChannelSummary;
  /** One or more levels. */
  readonly item: string;
}

/** Names of the channels of a CCU. */
export interface ChannelNames {
  at(address: string, channel: number): NamedChannel | undefined;
  /** By its level in topics, by address, or by name. */
  find(item: string): NamedChannel | undefined;
  /** A device by address or name. */
  findDevice(item: string): DeviceDetail | undefined;
  readonly devices: readonly DeviceDetail[];
}

/**
 * A name as levels of a topic, which `/` separates: `+`, `#`, control characters and empty levels are `_`.
 *
 * @example
 * itemOf('Bad/Decke #1'); // 'Bad/Decke _1'
 */
export function itemOf(name: string): string {
  return name
    .replace(/[+#\p{Cc}\p{Cs}]/gu, '_')
    .split('/')
    .map((level) => (level === '' ? '_' : level))
    .join('/');
}

/** The name, else the address, which no two channels share; characters with a meaning in topics are encoded. */
function freeOf(taken: ReadonlyMap<string, unknown>, wanted: string, address: string): string {
  let item = wanted;
  for (let next = encodeSegment(address); taken.has(item); next = `${next}%`) item = next;
  return item;
}

/** Reads the names of a CCU. Of channels that share one, the first has it, and the others their address. */
export function readChannelNames(house: Pick<ReadingCore, 'devices'>, central: string): ChannelNames {
  const listed = unlessRefused(() => house.devices.list({ central })) ?? [];
  const devices = listed.flatMap(({ address }) => unlessRefused(() => house.devices.get({ central, address })) ?? []);
  const byPlace = new Map<string, NamedChannel>();
  const byItem = new Map<string, NamedChannel>();
  for (const device of devices) {
    for (const channel of device.channels) {
      const wanted = itemOf(channel.name || channel.address);
      const item = freeOf(byItem, wanted, channel.address);
      const named = { device, channel, item };
      byItem.set(item, named);
      byPlace.set(channel.address, named);
    }
  }
  return {
    at: (address, channel) => byPlace.get(`${address}:${channel}`),
    find: (item) => byItem.get(item) ?? byPlace.get(item),
    findDevice: (item) =>
      devices.find(({ address }) => address === item) ?? devices.find(({ name }) => itemOf(name) === item),
    devices,
  };
}
