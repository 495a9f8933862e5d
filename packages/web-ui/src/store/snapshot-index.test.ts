import type { Snapshot } from '@ccu-gateway/contract/types';
import { expect, it, vi } from 'vitest';
import { indexSnapshot } from './snapshot-index.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 9, 59, second)).toISOString();

it('knows the newest event of each device, and reads one time a device for it', () => {
  const channels = (...seconds: (number | undefined)[]) => [
    {
      number: 1,
      data_points: seconds.map((second, index) => ({
        parameter: `P${index}`,
        ...(second === undefined ? {} : { modified_at: at(second) }),
      })),
    },
  ];
  const devices = ['A', 'B', 'C'].map((address) => ({ address, central: 'home' }));
  // Snapshots with the members that are looked at here.
  const snapshot = {
    devices,
    device_channels: [
      { central: 'home', device_address: 'A', channels: channels(3, 12, undefined, 9) },
      { central: 'home', device_address: 'B', channels: channels(1, 2) },
      { central: 'home', device_address: 'C', channels: channels(undefined) },
    ],
  } as unknown as Snapshot;
  const parse = vi.spyOn(Date, 'parse');
  const index = indexSnapshot(snapshot);
  expect(parse).toHaveBeenCalledTimes(2);
  parse.mockRestore();
  expect(index.devices.map(({ lastEventAt }) => lastEventAt)).toEqual([
    Date.parse(at(12)),
    Date.parse(at(2)),
    undefined,
  ]);
  expect(index.points.size).toBe(7);
});
