import { expect, it } from 'vitest';
import { stillSince } from './aspects.js';
import type { Point } from './points.js';

const AT = '2026-11-22T10:00:00.000Z';
const LATER = '2026-11-22T12:00:00.000Z';

const sinceOf = (...summaries: readonly Readonly<Record<string, unknown>>[]) =>
  stillSince(
    summaries.map((_, n) => String(n)),
    (key) => ({ summary: { observed: true, ...summaries[Number(key)] } }) as unknown as Point,
  );

it('the time without motion begins with the newest end of a motion', () => {
  expect(sinceOf({ value: false, modified_at: AT }, { value: false, modified_at: LATER })).toBe(Date.parse(LATER));
});

it('nothing is known during motion, without sensors, and of sensors that were never observed', () => {
  expect(sinceOf({ value: false, modified_at: AT }, { value: true, modified_at: LATER })).toBeUndefined();
  expect(sinceOf()).toBeUndefined();
  expect(sinceOf({ value: false, modified_at: AT, observed: false })).toBeUndefined();
  expect(sinceOf({ value: false, modified_at: 'never' }, { value: 'NaN', modified_at: AT })).toBeUndefined();
});
