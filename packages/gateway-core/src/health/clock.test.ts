import { describe, expect, it } from 'vitest';
import { clockFinding, createClockWatch } from './clock.js';

const NOW = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;

describe('the clock of the machine', () => {
  it.each([
    ['a clock that starts in 1970', 0, undefined, 'before this program was written'],
    ['a clock in the next century', Date.UTC(2126, 0, 1), undefined, 'far in the future'],
    ['a clock behind the last start', NOW, NOW + 2 * DAY, '2026-06-03T00:00:00.000Z'],
  ])('is reported as wrong: %s', (_, now, lastStart, said) => {
    expect(clockFinding(now, lastStart)).toMatchObject({ status: 'degraded', note: expect.stringContaining(said) });
    expect(clockFinding(now, lastStart).note).toContain(new Date(now).toISOString());
  });

  it.each([
    ['a first start', NOW, undefined],
    ['a start after the last one', NOW, NOW - DAY],
    ['an hour that daylight saving took away', NOW, NOW + 3_600_000],
    ['a last start that had a wrong clock itself', NOW, Date.UTC(2126, 0, 1)],
  ])('is believed: %s', (_, now, lastStart) => {
    expect(clockFinding(now, lastStart)).toEqual({ status: 'healthy' });
  });

  it('is complained of once, until it was right in between', () => {
    let now = 0;
    const said: string[] = [];
    const watch = createClockWatch(
      () => clockFinding(now, undefined),
      (note) => said.push(note),
    );
    watch();
    now = 1000;
    watch();
    expect(said).toHaveLength(1);
    now = NOW;
    watch();
    now = 0;
    watch();
    expect(said).toHaveLength(2);
  });
});
