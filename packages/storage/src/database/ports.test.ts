import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from './ports.js';

afterEach(() => vi.restoreAllMocks());

it('waits no longer than a timer can, instead of a millisecond', () => {
  const asked = vi.spyOn(globalThis, 'setTimeout');
  for (const delay of [2_592_000_000, 1000]) systemClock.after(delay, () => undefined)();
  expect(asked.mock.calls.map(([, delay]) => delay)).toEqual([2_147_483_647, 1000]);
});
