import { expect, it } from 'vitest';
import { COUNTED_HOURS, createHourlyCounter } from './hourly-counter.js';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1, 12);
const last = (hours: readonly number[], count: number) => hours.slice(-count);

it('counts by hour, the oldest first, and begins a day before the end of the hour that runs', () => {
  const counter = createHourlyCounter<string>(10);
  counter.count(START, 'a', () => 'A');
  counter.count(START + HOUR - 1, 'a', () => 'never asked');
  counter.count(START + HOUR, 'a', () => 'never asked');
  const { from, rows } = counter.read(START + 2 * HOUR + 5);
  expect(from).toBe(START - (COUNTED_HOURS - 3) * HOUR);
  expect(rows).toEqual([{ label: 'A', hours: [...Array(COUNTED_HOURS - 3).fill(0), 2, 1, 0] }]);
});

it('forgets an hour after a day, and a key with its last hour', () => {
  const counter = createHourlyCounter<string>(10);
  counter.count(START, 'a', () => 'A');
  counter.count(START + HOUR, 'b', () => 'B');
  expect(counter.read(START + 23 * HOUR).rows).toHaveLength(2);
  expect(counter.read(START + 24 * HOUR).rows.map(({ label }) => label)).toEqual(['B']);
  expect(counter.read(START + 1_000 * HOUR).rows).toEqual([]);
});

it('counts events beyond its bound without a key, until a key makes room', () => {
  const counter = createHourlyCounter<string>(2);
  for (const key of ['a', 'b', 'c', 'c', 'a']) counter.count(START, key, () => key);
  const { rows, unlisted } = counter.read(START);
  expect(rows.map(({ label, hours }) => [label, last(hours, 1)])).toEqual([
    ['a', [2]],
    ['b', [1]],
  ]);
  expect(unlisted).toBe(2);
  counter.count(START + 30 * HOUR, 'c', () => 'c');
  expect(counter.read(START + 30 * HOUR)).toMatchObject({ rows: [{ label: 'c' }], unlisted: 0 });
});

it('begins anew where the clock was set back by hours, and bears one that goes back over the full hour', () => {
  const counter = createHourlyCounter<string>(10);
  counter.count(START + HOUR, 'a', () => 'A');
  counter.count(START + HOUR - 1, 'a', () => 'A');
  expect(last(counter.read(START + HOUR).rows[0]?.hours ?? [], 2)).toEqual([1, 1]);
  counter.count(START + 100_000 * HOUR, 'a', () => 'A');
  counter.count(START, 'b', () => 'B');
  expect(counter.read(START)).toMatchObject({ from: START - 23 * HOUR, rows: [{ label: 'B' }] });
});
