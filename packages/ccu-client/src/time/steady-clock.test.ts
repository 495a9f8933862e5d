import { describe, expect, it } from 'vitest';
import { createSteadyClock } from './steady-clock.js';

describe('a clock for durations', () => {
  it('follows its clock and never goes back', () => {
    let wall = 1_000_000;
    const steady = createSteadyClock(() => wall);
    const start = steady();
    wall += 5;
    expect(steady() - start).toBe(5);
    wall -= 500_000;
    expect(steady() - start).toBe(5);
    wall += 7;
    expect(steady() - start).toBe(12);
  });
});
