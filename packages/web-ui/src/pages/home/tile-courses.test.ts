import type { Gateway } from '@ccu-gateway/client';
import { describe, expect, it } from 'vitest';
import { createTileCourses } from './tile-courses.js';

const HOUR_MS = 3_600_000;

/** A gateway that has recorded one change of each value, three hours ago. */
function world({ enabled = true, oldest = 0 } = {}) {
  const queries: { readonly central: string; readonly points: string }[] = [];
  const timers: { readonly run: () => void; readonly delayMs: number }[] = [];
  let time = 24 * HOUR_MS;
  const call = async (_: string, { query }: { query: { central: string; points: string } }) => {
    queries.push(query);
    return {
      from: new Date(time - 24 * HOUR_MS).toISOString(),
      to: new Date(time).toISOString(),
      retention: { enabled, oldest_at: new Date(oldest).toISOString() },
      gaps: [],
      series: query.points.split(',').map((place) => ({
        at: enabled && !place.includes('FLAT') ? [time - 3 * HOUR_MS] : [],
        values: [2],
        before: { at: 0, value: 1 },
      })),
    };
  };
  const courses = createTileCourses({
    gateway: { call } as unknown as Gateway,
    now: () => time,
    timer: (run, delayMs) => {
      const entry = { run, delayMs };
      timers.push(entry);
      return () => void timers.splice(timers.indexOf(entry), 1);
    },
  });
  /** Lets the time of the next timer come. */
  const next = async () => {
    const timer = timers.shift()!;
    time += timer.delayMs;
    timer.run();
    // What is answered is answered in the next turns.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { courses, queries, timers, next };
}

const point = (place: string, central = 'home') => ({ central, place });

describe('the courses on tiles', () => {
  it('are asked for together, by CCU and at most a hundred at once', async () => {
    const { courses, queries, next } = world();
    for (let index = 0; index < 150; index += 1) courses.want(point(`A${index}:1:X`));
    courses.want(point('A0:1:X', 'garage'));
    await next();
    expect(queries.map(({ central, points }) => [central, points.split(',').length])).toEqual([
      ['home', 100],
      ['home', 50],
      ['garage', 1],
    ]);
    const { values, spanMs } = courses.of(point('A149:1:X')).value!;
    expect([values.length, values[0], values.at(-1), spanMs]).toEqual([48, 1, 2, 24 * HOUR_MS]);
  });

  it('fill the picture where recording began less than a day ago', async () => {
    const { courses, next } = world({ oldest: 18 * HOUR_MS });
    courses.want(point('A:1:X'));
    await next();
    const { values, spanMs } = courses.of(point('A:1:X')).value!;
    expect([values.length, values.every(Number.isFinite), Math.round(spanMs / HOUR_MS)]).toEqual([48, true, 6]);
  });

  it('are left out where the value was constant', async () => {
    const { courses, next } = world();
    courses.want(point('A:1:FLAT'));
    await next();
    expect(courses.of(point('A:1:FLAT')).value).toBeUndefined();
  });

  it('are asked for again after a while, as long as a tile shows them', async () => {
    const { courses, queries, next, timers } = world();
    const done = courses.want(point('A:1:X'));
    courses.want(point('B:1:X'));
    await next();
    done();
    await next();
    expect(queries.map(({ points }) => points)).toEqual(['A:1:X,B:1:X', 'B:1:X']);
    courses.close();
    expect(timers).toEqual([]);
  });

  it('are asked for once where nothing is recorded', async () => {
    const { courses, queries, timers, next } = world({ enabled: false });
    courses.want(point('A:1:X'));
    await next();
    courses.want(point('B:1:X'));
    expect([queries.length, timers.length]).toEqual([1, 0]);
  });
});
