import { expect, it } from 'vitest';
import { changeOf, chosenDevices, differingFromCcu, partsOf, totalsOf } from './energy-sums.js';

const bucket = (hour: number, consumed: number, rest: object = {}) => ({
  ts: `2026-03-01T0${hour}:00:00.000Z`,
  consumed_wh: consumed,
  feed_in_wh: 0,
  avg_power_w: 0,
  peak_power_w: 0,
  reset: false,
  gap: false,
  ...{ volume_m3: 0, cost_mct: consumed * 30, feed_in_mct: 0 },
  ...{ unpriced_wh: 0, unpriced_feed_in_wh: 0, unpriced_m3: 0 },
  ...rest,
});
const device = (address: string, rooms: readonly string[], ...buckets: readonly ReturnType<typeof bucket>[]) => ({
  address,
  name: address,
  rooms,
  is_main: false,
  buckets,
  total_consumed_wh: buckets.reduce((sum, { consumed_wh: wh }) => sum + wh, 0),
  total_feed_in_wh: 0,
  ...{ total_volume_m3: 0, total_cost_mct: 0, total_feed_in_mct: 0 },
  ...{ total_unpriced_wh: 0, total_unpriced_feed_in_wh: 0, total_unpriced_m3: 0 },
});
const devices = [
  device('A', ['Bath'], bucket(2, 5), bucket(1, 10)),
  device('B', ['Bath', 'Hall: upstairs'], bucket(2, 7, { gap: true })),
];

it('chooses one device, those of a room, or all', () => {
  const of = (text: string) => chosenDevices({ devices }, text).map(({ address }) => address);
  expect([of('device:A'), of('room:Hall: upstairs'), of('room:Bath'), of(''), of('device:C')]).toEqual([
    ['A'],
    ['B'],
    ['A', 'B'],
    ['A', 'B'],
    [],
  ]);
});

it('adds up the parts of devices, the earliest first, with the gaps of each', () => {
  expect(partsOf(devices).map(({ consumed_wh: consumed, gap }) => [consumed, gap])).toEqual([
    [10, false],
    [12, true],
  ]);
  expect(totalsOf(partsOf(devices))).toMatchObject({ consumed_wh: 22, cost_mct: 660, unpriced: 0 });
});

it('compares with the time before, and with nothing where there was nothing', () => {
  expect([changeOf(12, 10), changeOf(9, 10), changeOf(5, 0)]).toEqual([20, -10, undefined]);
});

it('shows the main meters for all, which contain the others, and leaves them out of rooms', () => {
  const withMain = [...devices, { ...device('M', ['Bath'], bucket(1, 90)), is_main: true }];
  const of = (text: string) => chosenDevices({ devices: withMain }, text).map(({ address }) => address);
  expect([of(''), of('room:Bath'), of('device:B')]).toEqual([['M'], ['A', 'B'], ['B']]);
});

it('names meters of which the CCU has counted clearly more or less', () => {
  const counted = (own: number, ccu?: number) => ({
    ...device(`${own}`, [], bucket(1, own)),
    ...(ccu === undefined ? {} : { ccu_consumed_wh: ccu }),
  });
  const all = [counted(1_000, 1_040), counted(50, 120), counted(2_000, 3_000), counted(5_000), counted(3_000, 2_000)];
  expect(differingFromCcu(all).map(({ address }) => address)).toEqual(['2000', '3000']);
});
