import { describe, expect, it } from 'vitest';
import { LONGEST_MS, SHORTEST_MS } from './period.js';
import { bounded, partOf, pinched, shifted, zoomed } from './zoom.js';

const NOW = Date.UTC(2026, 10, 28, 12);
const HOUR = { from: NOW - 3_600_000, to: NOW };

describe('a part of the time axis', () => {
  it('becomes shorter around a time that keeps its position', () => {
    const at = HOUR.from + 900_000;
    const next = zoomed(HOUR, 4, 0.25);
    expect(next.to - next.from).toBe(900_000);
    expect((at - next.from) / (next.to - next.from)).toBe(0.25);
    expect(zoomed(next, 1 / 4, 0.25)).toEqual(HOUR);
  });

  it('moves by a share of its length', () => {
    expect(shifted(HOUR, -0.5)).toEqual({ from: HOUR.from - 1_800_000, to: HOUR.to - 1_800_000 });
  });

  it('is the same between two places in either order, and ends at the edges', () => {
    const part = { from: HOUR.from + 720_000, to: HOUR.from + 1_800_000 };
    expect(partOf(HOUR, 0.2, 0.5)).toEqual(part);
    expect(partOf(HOUR, 0.5, 0.2)).toEqual(part);
    expect(partOf(HOUR, -3, 9)).toEqual(HOUR);
  });

  it('keeps the times under two fingers', () => {
    const next = pinched(HOUR, [0.4, 0.6], [0.2, 0.6]);
    const shareOf = (share: number) => (HOUR.from + 3_600_000 * share - next.from) / (next.to - next.from);
    expect(shareOf(0.4)).toBeCloseTo(0.2);
    expect(shareOf(0.6)).toBeCloseTo(0.6);
  });

  it('stays finite where two fingers touch one point', () => {
    const next = pinched(HOUR, [0.5, 0.5], [0.5, 0.5]);
    expect(Number.isFinite(next.from) && next.to > next.from).toBe(true);
  });

  it('ends now at the latest, and is neither too short nor too long', () => {
    expect(bounded(shifted(HOUR, 2), NOW)).toEqual(HOUR);
    const short = bounded({ from: NOW - 5_001, to: NOW - 5_000 }, NOW);
    expect(short.to - short.from).toBe(SHORTEST_MS);
    const long = bounded({ from: NOW - 1e15, to: NOW }, NOW);
    expect(long.to - long.from).toBe(LONGEST_MS);
    expect(bounded({ from: -1e15, to: -1e15 + 60_000 }, NOW).to).toBe(Date.UTC(2000));
  });
});
