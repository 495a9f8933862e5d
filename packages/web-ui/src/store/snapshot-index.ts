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
  const newest = new Map<string, number>();
  for (const { central, device_address, channels: list } of snapshot.device_channels ?? []) {
    const device = deviceKeyOf(central, device_address);
    const own: Channel[] = [];
    for (const { data_points = [], ...summary } of list) {
      const keys: PointKey[] = [];
      for (const each of data_points) {
        const key = pointKeyOf(device, summary.number, each.parameter);
        keys.push(key);
        points.set(key, { key, device, channel: summary.number, summary: each });
        const at = each.modified_at === undefined ? Number.NaN : Date.parse(each.modified_at);
        if (at > (newest.get(device) ?? 0)) newest.set(device, at);
      }
      own.push({ summary, points: keys });
    }
    channels.set(device, own);
  }
  const devices = snapshot.devices.map((summary): Device => {
    const key = deviceKeyOf(summary.central, summary.address);
    const lastEventAt = newest.get(key);
    return { key, summary, channels: channels.get(key) ?? [], ...(lastEventAt === undefined ? {} : { lastEventAt }) };
  });
  return { devices, points };
}
