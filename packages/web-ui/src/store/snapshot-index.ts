import type { ChannelSummary, DataPointDescription, DataPointValue } from '@ccu-gateway/contract/types';
import {
  type Channel,
  type Device,
  deviceKeyOf,
  type House,
  type Point,
  type PointKey,
  type PointSummary,
  pointKeyOf,
} from './points.js';

export interface SnapshotIndex {
  readonly devices: readonly Device[];
  readonly points: Map<PointKey, Point>;
}

/** Makes the entries of the store from a snapshot. */
export function indexSnapshot(snapshot: Pick<House, 'devices' | 'device_channels' | 'descriptions'>): SnapshotIndex {
  const points = new Map<PointKey, Point>();
  const channels = new Map<string, readonly Channel[]>();
  // As text: the gateway writes every time in the same form, so that their order is that of the texts.
  const newest = new Map<string, string>();
  const described = (snapshot.descriptions ?? []).map(neverObserved);
  for (const entry of snapshot.device_channels ?? []) {
    const device = deviceKeyOf(entry.central, entry.device_address);
    let last = '';
    const own = channelsOf(entry, described).map(([summary, list]): Channel => {
      const keys = list.map((each) => {
        const key = pointKeyOf(device, summary.number, each.parameter);
        points.set(key, { key, device, channel: summary.number, summary: each });
        if (each.modified_at !== undefined && each.modified_at > last) last = each.modified_at;
        return key;
      });
      return { summary, points: keys };
    });
    channels.set(device, own);
    if (last !== '') newest.set(device, last);
  }
  const devices = snapshot.devices.map((summary): Device => {
    const key = deviceKeyOf(summary.central, summary.address);
    const last = newest.get(key);
    return {
      key,
      summary,
      channels: channels.get(key) ?? [],
      ...(last === undefined ? {} : { lastEventAt: Date.parse(last) }),
    };
  });
  return { devices, points };
}

type Entry = NonNullable<House['device_channels']>[number];

/** Channels of a device with their data points. A copy that leaves a member out costs more than all else: `values` need none. */
function channelsOf(
  { channels, values }: Entry,
  described: readonly PointSummary[],
): readonly (readonly [ChannelSummary, readonly PointSummary[]])[] {
  if (values === undefined) return channels.map(({ data_points = [], ...summary }) => [summary, data_points]);
  return channels.map((summary, index) => [summary, (values[index] ?? []).map((value) => summaryOf(value, described))]);
}

/** A data point without a value, with room for one: members that are added to a copy cost several times as much. */
function neverObserved(description: DataPointDescription): PointSummary {
  return {
    ...description,
    observed: false,
    source: 'unobserved',
    value: undefined,
    display_value: undefined,
    value_status: undefined,
    modified_at: undefined,
    pending: undefined,
  };
}

/** Data points that were never observed say the same, and are one object. */
function summaryOf(value: DataPointValue, described: readonly PointSummary[]): PointSummary {
  const known = described[value.description];
  if (known === undefined) throw new Error(`the snapshot describes no data point ${value.description}`);
  const isObserved = value.source !== 'unobserved';
  if (!isObserved && value.value_status === undefined) return known;
  const summary: { -readonly [Key in keyof PointSummary]: PointSummary[Key] } = { ...known };
  summary.observed = isObserved;
  summary.source = value.source;
  summary.value = value.value;
  summary.display_value = value.display_value;
  summary.value_status = value.value_status;
  summary.modified_at = value.modified_at;
  summary.pending = value.pending;
  return summary;
}
