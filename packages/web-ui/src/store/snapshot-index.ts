import type { Snapshot } from '@ccu-gateway/contract/types';
import { type Channel, type Device, deviceKeyOf, type Point, type PointKey, pointKeyOf } from './points.js';

export interface SnapshotIndex {
  readonly devices: readonly Device[];
  readonly points: Map<PointKey, Point>;
}

/** Makes the entries of the store from a snapshot. */
export function indexSnapshot(snapshot: Snapshot): SnapshotIndex {
  const points = new Map<PointKey, Point>();
  const channels = new Map<string, Channel[]>();
  // As text: the gateway writes every time in the same form, so that their order is that of the texts.
  const newest = new Map<string, string>();
  for (const { central, device_address, channels: list } of snapshot.device_channels ?? []) {
    const device = deviceKeyOf(central, device_address);
    const own: Channel[] = [];
    let last = '';
    for (const { data_points = [], ...summary } of list) {
      const keys: PointKey[] = [];
      for (const each of data_points) {
        const key = pointKeyOf(device, summary.number, each.parameter);
        keys.push(key);
        points.set(key, { key, device, channel: summary.number, summary: each });
        if (each.modified_at !== undefined && each.modified_at > last) last = each.modified_at;
      }
      own.push({ summary, points: keys });
    }
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
