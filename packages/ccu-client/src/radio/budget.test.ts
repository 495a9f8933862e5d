import { expect, it } from 'vitest';
import { SENDING_MS_AN_HOUR } from './airtime.js';
import { createRadioBudget } from './budget.js';

const MINUTE_MS = 60_000;
const PERCENT_MS = SENDING_MS_AN_HOUR / 100;

function createWorld(percent?: number) {
  let now = 0;
  const budget = createRadioBudget(() => now);
  if (percent !== undefined) budget.measured(percent);
  return {
    budget,
    pass: (ms: number) => {
      now += ms;
    },
    /** Sends normal writes as soon as they may be sent. Returns how many there were in this time. */
    sendFor(ms: number, airtimeMs: number): number {
      const until = now + ms;
      let count = 0;
      for (;;) {
        const wait = budget.waitMs('normal', airtimeMs, airtimeMs);
        if (now + wait > until) break;
        now += wait;
        if (wait > 0) continue;
        budget.spent('normal', airtimeMs, airtimeMs);
        count += 1;
      }
      now = until;
      return count;
    },
  };
}

it('counts own writes at once, and forgets them no sooner than an hour later', () => {
  const { budget, pass } = createWorld();
  budget.spent('normal', 10 * PERCENT_MS, 0);
  expect(budget.usedPercent()).toBeCloseTo(10);
  expect(budget.forecastPercent(5 * PERCENT_MS)).toBeCloseTo(15);
  pass(60 * MINUTE_MS);
  expect(budget.usedPercent()).toBeCloseTo(10);
  pass(MINUTE_MS);
  expect(budget.usedPercent()).toBe(0);
});

it('adds own writes since the last reading to it, and takes away those that it no longer contains', () => {
  const { budget, pass } = createWorld();
  budget.spent('normal', 10 * PERCENT_MS, 0);
  pass(30 * MINUTE_MS);
  budget.measured(40);
  budget.spent('normal', 5 * PERCENT_MS, 0);
  expect(budget.usedPercent()).toBeCloseTo(45);
  pass(31 * MINUTE_MS);
  expect(budget.usedPercent()).toBeCloseTo(35);
});

it('replaces its estimate by the reading of the CCU', () => {
  const { budget } = createWorld();
  budget.spent('normal', 20 * PERCENT_MS, 0);
  expect(budget.unreadPercent()).toBeCloseTo(20);
  budget.measured(3);
  expect([budget.usedPercent(), budget.unreadPercent()]).toEqual([expect.closeTo(3), expect.closeTo(0)]);
  budget.spent('critical', 2 * PERCENT_MS, 0);
  expect([budget.usedPercent(), budget.unreadPercent()]).toEqual([expect.closeTo(5), expect.closeTo(2)]);
});

it('pauses background work while the forecast is 80 percent or more', () => {
  const { budget } = createWorld(79);
  expect(budget.waitMs('background', 20, 0)).toBe(0);
  expect(budget.waitMs('background', 20, 2 * PERCENT_MS)).toBe(1_000);
  budget.measured(80);
  expect(budget.waitMs('background', 20, 0)).toBe(1_000);
});

it('spreads normal writes over the hour from a forecast of 80 percent on, and lets a single one pass', () => {
  const { budget, sendFor } = createWorld(10);
  const waitingMs = 75 * PERCENT_MS;
  expect(budget.waitMs('normal', 20, waitingMs)).toBe(0);
  budget.measured(84);
  expect(sendFor(0, 20)).toBeGreaterThan(1);
  expect(budget.waitMs('normal', 20, 20)).toBeGreaterThan(1_000);
  budget.measured(50);
  expect(budget.waitMs('normal', 20, 20)).toBe(0);
});

it('never lets normal writes reach the ceiling, however many there are', () => {
  const { budget, sendFor } = createWorld(80);
  const sent = sendFor(60 * MINUTE_MS, 20);
  expect(sent).toBeGreaterThan(20);
  expect(budget.usedPercent()).toBeLessThanOrEqual(88);
  budget.measured(87.99);
  expect(budget.waitMs('normal', 20, 20)).toBe(1_000);
});

it('lets critical writes pass at any duty cycle, and writes without radio', () => {
  const { budget } = createWorld(100);
  expect(budget.waitMs('critical', 400, 0)).toBe(0);
  expect(budget.waitMs('normal', 0, 0)).toBe(0);
  const modeAt = (percent: number) => {
    budget.measured(percent);
    return budget.mode(0);
  };
  expect([79, 80, 95].map(modeAt)).toEqual(['free', 'spread', 'critical_only']);
});
