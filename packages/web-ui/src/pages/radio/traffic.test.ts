import { describe, expect, it } from 'vitest';
import { qualityOf, ranked, rssiOf, secondsLeft } from './traffic.js';

describe('the traffic on the air', () => {
  it('counts the rows of one writer, or of one device, together, the most first', () => {
    const rows = [
      { subject: 'anna', device_address: 'A', count: 3 },
      { subject: 'ha', device_address: 'A', count: 2 },
      { subject: 'ha', device_address: 'B', count: 4 },
    ];
    const shown = (lines: ReturnType<typeof ranked<(typeof rows)[number]>>) =>
      lines.map(({ key, count }) => [key, count]);
    expect(shown(ranked(rows, ({ subject }) => subject))).toEqual([
      ['ha', 6],
      ['anna', 3],
    ]);
    expect(shown(ranked(rows, ({ device_address: address }) => address))).toEqual([
      ['A', 5],
      ['B', 4],
    ]);
    expect(ranked(rows, ({ device_address: address }) => address)[0]?.row).toBe(rows[0]);
  });

  it('takes no value for a signal that cannot be one', () => {
    expect([-65, 0, 128, -128, 65536, Number.NaN, null].map(rssiOf)).toEqual([
      -65,
      ...Array<undefined>(6).fill(undefined),
    ]);
    expect([-60, -80, -95].map(qualityOf)).toEqual(['strong', 'fair', 'weak']);
  });

  it('shows the rest of the hour', () => {
    expect([0, 50, 120].map(secondsLeft)).toEqual([36, 18, 0]);
  });
});
