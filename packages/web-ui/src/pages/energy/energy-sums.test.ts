import { expect, it } from 'vitest';
import { changeOf, chosenDevices, consumedBy, partsOf } from './energy-sums.js';

const bucket = (hour: number, consumed: number, rest: object = {}) => ({
  ts: `2026-03-01T0${hour}:00:00.000Z`,
  consumed_wh: consumed,
  feed_in_wh: 0,
  avg_power_w: 0,
  peak_power_w: 0,
  reset: false,
  gap: false,
  ...rest,
});
const device = (address: string, rooms: readonly string[], ...buckets: readonly ReturnType<typeof bucket>[]) => ({
  address,
  name: address,
  rooms,
  buckets,
  total_consumed_wh: buckets.reduce((sum, { consumed_wh: wh }) => sum + wh, 0),
  total_feed_in_wh: 0,
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
  expect(partsOf(devices).map(({ consumed, gap }) => [consumed, gap])).toEqual([
    [10, false],
    [12, true],
  ]);
  expect(consumedBy(devices)).toBe(22);
});

it('compares with the time before, and with nothing where there was nothing', () => {
  expect([changeOf(12, 10), changeOf(9, 10), changeOf(5, 0)]).toEqual([20, -10, undefined]);
});
