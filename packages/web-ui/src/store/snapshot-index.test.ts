import type { Snapshot } from '@ccu-gateway/contract/types';
import { expect, it, vi } from 'vitest';
import { indexSnapshot } from './snapshot-index.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 9, 59, second)).toISOString();

it('has the newest event of each device, and parses one time per device for it', () => {
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

it('gives data points that share descriptions their own values', () => {
  const operations = { read: true, write: false, event: true };
  const index = indexSnapshot({
    // Of devices only what is looked at here.
    devices: [{ address: 'A', central: 'home' } as Snapshot['devices'][number]],
    descriptions: [
      { parameter: 'STATE', parameter_label: 'State', usage: 'data_point', operations },
      { parameter: 'LEVEL', parameter_label: 'Level', usage: 'ce_primary', operations, unit: '%' },
    ],
    device_channels: [
      {
        central: 'home',
        device_address: 'A',
        channels: [1, 2, 3].map((number) => ({
          address: `A:${number}`,
          number,
          paramset_key: 'VALUES',
          data_points_count: 1,
        })),
        values: [
          [{ description: 1, source: 'live', value: 0.5, display_value: 50, modified_at: at(7), pending: true }],
          [
            { description: 0, source: 'unobserved' },
            { description: 1, source: 'unobserved' },
          ],
        ],
      },
    ],
  });
  expect(index.devices[0]?.lastEventAt).toBe(Date.parse(at(7)));
  expect(index.devices[0]?.channels).toMatchObject([
    { points: ['home/A/1/LEVEL'] },
    { points: ['home/A/2/STATE', 'home/A/2/LEVEL'] },
    { points: [] },
  ]);
  expect(index.points.get('home/A/1/LEVEL')).toMatchObject({
    channel: 1,
    summary: { unit: '%', observed: true, source: 'live', value: 0.5, display_value: 50, pending: true },
  });
  expect(index.points.get('home/A/2/LEVEL')?.summary).toEqual({
    parameter: 'LEVEL',
    parameter_label: 'Level',
    usage: 'ce_primary',
    operations,
    unit: '%',
    observed: false,
    source: 'unobserved',
  });
});

it('refuses a snapshot with values that refer to nothing', () => {
  const values = [[{ description: 4, source: 'live' as const }]];
  const channels = [{ address: 'A:1', number: 1, paramset_key: 'VALUES', data_points_count: 1 }];
  const device_channels = [{ central: 'home', device_address: 'A', channels, values }];
  expect(() => indexSnapshot({ devices: [], descriptions: [], device_channels })).toThrow('describes no data point 4');
});
