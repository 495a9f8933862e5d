import type { InterfaceState, Snapshot } from '@ccu-gateway/contract/types';
import type { Device, House, Point, PointKey } from './points.js';

export interface KnownHouse {
  readonly generatedAt: string;
  readonly seq: number;
  readonly interfaces: readonly InterfaceState[];
  readonly programs: Snapshot['programs'];
  readonly sysvars: Snapshot['sysvars'];
  readonly devices: readonly Device[];
  readonly peekPoint: (key: PointKey) => Point | undefined;
}

/** A snapshot without its devices and their values, which the store has as they are now. */
export type Frame = Omit<House, 'devices' | 'device_channels' | 'descriptions'>;

export function frameOf({ devices: _, device_channels: __, descriptions: ___, ...frame }: House): Frame {
  return frame;
}

/** The opposite of `indexSnapshot`: the last snapshot with the changes of later events. No value is live in it. */
export function writeSnapshot(newest: Frame | undefined, house: KnownHouse): House {
  if (newest === undefined) throw new Error('the snapshot was not loaded yet');
  const { generatedAt, seq, interfaces, programs, sysvars, devices, peekPoint } = house;
  return {
    ...newest,
    generated_at: generatedAt,
    seq,
    interfaces: [...interfaces],
    programs,
    sysvars,
    devices: devices.map(({ summary }) => summary),
    device_channels: devices.map(({ summary: { central, address }, channels }) => ({
      central,
      device_address: address,
      channels: channels.map(({ summary, points }) => ({
        ...summary,
        data_points: points
          .map((key) => peekPoint(key)?.summary)
          .filter((point) => point !== undefined)
          .map((point) => (point.source === 'live' ? { ...point, source: 'stale' as const } : point)),
      })),
    })),
  };
}
