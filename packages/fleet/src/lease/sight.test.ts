import { expect, it } from 'vitest';
import { createDrivenTime } from '../testing/index.js';
import { createMemoryLeases } from './memory.js';
import { createSight } from './sight.js';

const ttlMs = 10_000;

it('takes a record for another one where its number comes again, as in a table that was made anew', async () => {
  const time = createDrivenTime(() => 0);
  const { environment } = time;
  const sight = createSight({
    ...{ environment, marginMs: 0, share: () => 0 },
    table: createMemoryLeases({ ttlMs, elapsed: environment.elapsed }).open(),
    entry: (state) => ({ state, holder: 'one', name: 'one' }),
  });
  const record = (mark: string) => ({ state: 'held', holder: 'other', name: 'other', revision: 1, mark }) as const;
  expect([sight.take(record('a')), sight.take(record('a'))]).toEqual([true, false]);
  await time.advance(ttlMs);
  expect(sight.waitMs(record('a'))).toBe(0);
  expect(sight.take(record('b'))).toBe(true);
  expect(sight.waitMs(record('b'))).toBe(ttlMs);
});
