import { expect, it } from 'vitest';
import type { Series, ValueHistory } from '../../history/series.js';
import { climateOf, roleOf } from './climate.js';
import { dayIn, type RoomPoints } from './room-points.js';

const begin = Date.parse('2026-01-10T00:00:00Z');
const HOUR = 3_600_000;
const points: RoomPoints = {
  ...{ central: 'home', temperature: 'A:1:ACTUAL_TEMPERATURE', humidity: 'A:1:HUMIDITY', target: undefined },
  ...{ valves: ['B:1:LEVEL'], openings: ['C:1:STATE'] },
};
const series = (
  address: string,
  parameter: string,
  before: number,
  at: readonly number[] = [],
  values: readonly number[] = [],
) =>
  ({
    ...{ device_address: address, channel: 1, parameter, recorded: true, resolution_ms: 0 },
    ...{ at: at.map((hour) => begin + hour * HOUR), values: [...values], before: { at: begin - 1, value: before } },
  }) as Series;
const history = (...all: readonly Series[]) =>
  ({
    from: new Date(begin).toISOString(),
    to: new Date(begin + 24 * HOUR).toISOString(),
    gaps: [],
    series: all,
  }) as unknown as ValueHistory;
const climate = (all: ValueHistory, outside?: string) =>
  climateOf(all, { role: (each) => roleOf(each, points, outside), label: ({ parameter }) => parameter, assumed: -5 });

it('counts the time in which mould can grow at the coldest wall, at the assumed cold', () => {
  const found = climate(history(series('A', 'ACTUAL_TEMPERATURE', 20), series('A', 'HUMIDITY', 40, [6, 9], [55, 40])));
  expect(found.mouldMs).toBe(3 * HOUR);
  expect(found.wall).toEqual([64.5, 88.7, 64.5, 64.5]);
  expect(found.dew).toBe(6);
});

it('takes the outdoor temperature of a sensor, and knows nothing while the sensor does not', () => {
  const outside = {
    ...series('W', 'ACTUAL_TEMPERATURE', 20),
    before: undefined,
    at: [begin + 12 * HOUR],
    values: [20],
  } as unknown as Series;
  const all = history(series('A', 'ACTUAL_TEMPERATURE', 20), series('A', 'HUMIDITY', 60), outside);
  expect(climate(all, 'W:1:ACTUAL_TEMPERATURE').wall).toEqual([null, 60, 60]);
});

it('draws numbers as curves, and neither contacts nor values that are not of the room', () => {
  const found = climate(
    history(series('B', 'LEVEL', 0.4), series('C', 'STATE', 1), series('X', 'ACTUAL_TEMPERATURE', 9)),
  );
  expect(found.curves.map(({ label }) => label)).toEqual(['LEVEL']);
  expect([found.mouldMs, found.dew]).toEqual([0, undefined]);
});

it('shows the day of the address, and today where the address has none or one to come', () => {
  const now = new Date(2026, 4, 10, 15).getTime();
  const at = (day: number) => new Date(2026, 4, day).getTime();
  expect(dayIn('2026-05-09', now)).toEqual({ from: at(9), to: at(10) });
  for (const text of [undefined, 'x', '2027-01-01']) expect(dayIn(text, now)).toEqual({ from: at(10), to: now });
});
