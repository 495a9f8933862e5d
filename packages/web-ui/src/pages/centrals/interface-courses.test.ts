import { describe, expect, it } from 'vitest';
import { interfaceCourses } from './interface-courses.js';

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(hours * HOUR_MS).toISOString();
const day = (before: number, now: number) => [...Array<number>(22).fill(0), before, now];

describe('how interfaces went', () => {
  it('shows the duty cycle and the carrier sense of each, where they were recorded and changed', () => {
    const head = { recorded: true, resolution_ms: 0 };
    const history = {
      from: at(0),
      to: at(24),
      gaps: [],
      retention: { enabled: true, max_days: 1, max_bytes: 1, bytes: 1, years: 10 },
      series: [
        {
          ...head,
          interface_id: 'a',
          parameter: 'duty_cycle',
          at: [12 * HOUR_MS],
          values: [9],
          before: { at: 0, value: 4 },
        },
        { ...head, interface_id: 'a', parameter: 'carrier_sense', at: [], values: [], before: { at: 0, value: 2 } },
        { ...head, interface_id: 'b', parameter: 'duty_cycle', at: [], values: [] },
      ],
    };
    const courses = interfaceCourses(history, undefined, 24 * HOUR_MS);
    expect([...courses.keys()]).toEqual(['a']);
    expect(Object.keys(courses.get('a')!)).toEqual(['dutyCycle']);
    expect(courses.get('a')!.dutyCycle!.values.at(-1)).toBe(9);
  });

  it('shows the reports per minute of the current hour and the previous one, since the gateway counts', () => {
    const ofHours = (since: number, now: number) =>
      interfaceCourses(
        undefined,
        { since: at(since), interfaces: [{ central: 'c', interface_id: 'a', writes: [], reports: day(60, 30) }] },
        now * HOUR_MS,
      ).get('a')?.reportsPerMinute;
    expect(ofHours(0, 23.5)).toBe(1);
    expect(ofHours(23, 23.5)).toBe(3);
    expect(ofHours(23.5, 23.5)).toBe(90);
  });
});
