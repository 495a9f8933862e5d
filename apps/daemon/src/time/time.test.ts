import { systemClock as authClock } from '@ccu-gateway/auth-core';
import { afterEach, expect, it, vi } from 'vitest';
import { LONGEST_TIMER_MS, systemTime } from './time.js';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['the gateway', systemTime],
  ['access control', authClock],
] as const)('waits no longer than a timer can, instead of a millisecond: %s', (_what, time) => {
  const asked = vi.spyOn(globalThis, 'setTimeout');
  for (const delay of [2_592_000_000, Number.POSITIVE_INFINITY, 1000]) time.after(delay, () => undefined)();
  expect(asked.mock.calls.map(([, delay]) => delay)).toEqual([LONGEST_TIMER_MS, LONGEST_TIMER_MS, 1000]);
});
