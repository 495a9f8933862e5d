import type { Snapshot } from '@ccu-gateway/client';

/** A channel, as messages and filters need it. */
export interface DirectoryChannel {
  readonly number: number;
  readonly name: string;
  readonly rooms: readonly string[];
  readonly functions: readonly string[];
}

/** A device, as messages, filters and the picker need it. */
export interface DirectoryDevice {
  readonly address: string;
  readonly central: string;
  readonly name: string;
  readonly model: string;
  /** With those of its channels. */
  readonly rooms: readonly string[];
  readonly functions: readonly string[];
  readonly channels: ReadonlyMap<number, DirectoryChannel>;
}

/** Names, rooms and functions of all devices at one number of the stream. */
export interface Directory {
  readonly seq: number;
  readonly epoch: string;
  readonly devices: readonly DirectoryDevice[];
  device(central: string, address: string): DirectoryDevice | undefined;
}

const keyOf = (central: string, address: string) => `${central} ${address}`;
const united = (...lists: readonly (readonly string[] | undefined)[]) => [
  ...new Set(lists.flatMap((list) => list ?? [])),
];

export function directoryOf({ seq, epoch, devices, device_channels: listed = [] }: Snapshot): Directory {
  const channelsOf = new Map(
    listed.map((each) => [keyOf(each.central ?? '', each.device_address), each.channels] as const),
  );
  const entries = devices.map((device): DirectoryDevice => {
    const { address, central = '', name, model } = device;
    const channels = (channelsOf.get(keyOf(central, address)) ?? []).map((channel) => ({
      number: channel.number,
      name: channel.name ?? `${name}:${channel.number}`,
      rooms: channel.rooms ?? [],
      functions: channel.functions ?? [],
    }));
    return {
      address,
      central,
      name,
      model,
      rooms: united(device.rooms, ...channels.map(({ rooms }) => rooms)),
      functions: united(device.functions, ...channels.map(({ functions }) => functions)),
      channels: new Map(channels.map((channel) => [channel.number, channel])),
    };
  });
  const byKey = new Map(entries.map((entry) => [keyOf(entry.central, entry.address), entry]));
  return { seq, epoch, devices: entries, device: (central, address) => byKey.get(keyOf(central, address)) };
}
