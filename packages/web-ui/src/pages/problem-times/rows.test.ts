import { describe, expect, it } from 'vitest';
import { lengthIn, placeIn, rowsOf, spellsOf } from './rows.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 1);
const at = (days: number) => new Date(START + days * DAY).toISOString();

const battery = (name: string, from: number, to?: number) => ({
  problem: {
    id: `home/${name}/LOW_BAT`,
    kind: 'low_battery' as const,
    severity: 'warning' as const,
    summary: name,
    name,
    central: 'home',
    device_address: name,
    parameter: 'LOW_BAT',
  },
  began_at: at(from),
  ...(to === undefined ? {} : { ended_at: at(to) }),
});

const outage = {
  problem: { id: 'central:home', kind: 'ccu_down' as const, severity: 'critical' as const, summary: '', name: 'home' },
  began_at: at(3),
  ended_at: at(4),
};

describe('the timeline of problems', () => {
  it('has one row for each problem, by subject and beginning', () => {
    const rows = rowsOf(spellsOf([battery('B', 5), battery('A', 4), outage, battery('A', 1, 2)]));
    expect(rows.map(({ id, spells }) => [id, spells.length])).toEqual([
      ['central:home', 1],
      ['home/A/LOW_BAT', 2],
      ['home/B/LOW_BAT', 1],
    ]);
    expect(rows.map(({ category }) => category)).toEqual(['connection', 'battery', 'battery']);
    expect(rows[1]!.spells.map(({ to }) => to)).toEqual([START + 2 * DAY, undefined]);
  });

  it('puts spells into the range, cut at its ends and wide enough to be seen', () => {
    const range = { from: START, to: START + 10 * DAY };
    const inside = placeIn({ from: START + DAY, to: START + 3 * DAY }, range);
    expect(inside.start).toBeCloseTo(0.1);
    expect(inside.width).toBeCloseTo(0.2);
    const open = placeIn({ from: START - DAY, to: undefined }, range);
    expect(open).toEqual({ start: 0, width: 1 });
    const last = placeIn({ from: range.to - 1, to: range.to }, range);
    expect(last.width).toBe(0.004);
    expect(last.start + last.width).toBeLessThanOrEqual(1);
  });

  it('counts the time within the range', () => {
    const range = { from: START, to: START + 10 * DAY };
    const spells = [
      { from: START - DAY, to: START + DAY },
      { from: START + 8 * DAY, to: undefined },
      { from: START + 20 * DAY, to: undefined },
    ];
    expect(lengthIn(spells, range)).toBe(3 * DAY);
  });
});
