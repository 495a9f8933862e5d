import type {
  ChannelSummary,
  DataPointSummary,
  DataPointValue,
  DeviceSummary,
  Snapshot,
} from '@ccu-gateway/contract/types';

/** `central/address`: the same address may exist on two CCUs. */
export type DeviceKey = string;
/** `central/address/channel/parameter`. */
export type PointKey = string;

export function deviceKeyOf(central: string, address: string): DeviceKey {
  return `${central}/${address}`;
}

export function pointKeyOf(device: DeviceKey, channel: number, parameter: string): PointKey {
  return `${device}/${channel}/${parameter}`;
}

/** Write without a confirmation yet, or the outcome of the last one. */
export type WriteState =
  | { readonly state: 'pending'; readonly value: unknown; readonly at: number }
  | { readonly state: 'rolled_back'; readonly value: unknown; readonly reason: string; readonly at: number };

/** A data point as the gateway shows it, without members that this app does not request. */
export type PointSummary = Omit<DataPointSummary, 'unique_id' | 'last_changed_at' | 'last_seen_at'>;

/** Loadable snapshot: one of the gateway, with shared descriptions of data points, or one written by the store. */
export type House = Omit<Snapshot, 'device_channels'> & {
  readonly device_channels?: readonly {
    readonly central: string;
    readonly device_address: string;
    readonly channels: readonly (ChannelSummary & { readonly data_points?: readonly PointSummary[] | undefined })[];
    readonly values?: readonly (readonly DataPointValue[])[] | undefined;
  }[];
};

/** One data point in the store. The description of a parameter never changes; its value does. */
export interface Point {
  readonly key: PointKey;
  readonly device: DeviceKey;
  readonly channel: number;
  readonly summary: PointSummary;
  readonly write?: WriteState;
}

export interface Channel {
  readonly summary: ChannelSummary;
  readonly points: readonly PointKey[];
}

export interface Device {
  readonly key: DeviceKey;
  readonly summary: DeviceSummary;
  readonly channels: readonly Channel[];
  /** Milliseconds since 1970 of the newest event of any of its data points; undefined before the first. */
  readonly lastEventAt?: number;
}

/** Names of the unreachable devices that this group represents. */
export const missingMembers = ({ summary }: Pick<Device, 'summary'>): readonly string[] =>
  (summary.members ?? []).filter((member) => !member.available).map((member) => member.name);

/** Change that arrived live, for the list of recent changes. */
export interface Change {
  readonly seq: number;
  readonly at: number;
  readonly point: PointKey;
  readonly device: DeviceKey;
  readonly value: unknown;
}

/** Data points of one channel of a device, or of all its channels. */
export function pointsOf(
  device: Device | undefined,
  peek: (key: PointKey) => Point | undefined,
  channel?: number,
): readonly Point[] {
  return (device?.channels ?? [])
    .filter(({ summary }) => channel === undefined || summary.number === channel)
    .flatMap(({ points }) => points.map(peek))
    .filter((point) => point !== undefined);
}
