import { expect, it } from 'vitest';
import { createTroubles } from './troubles.js';

function troublesFrom(first: number) {
  let now = first;
  return createTroubles(() => now++);
}

it('lists the newest first, and counts a repeated one instead of listing it twice', () => {
  const troubles = troublesFrom(1_000);
  const noisy = { kind: 'command_ignored', message: 'not allowed', topic: 'ccu/home/set/1/2/3' } as const;
  troubles.note(noisy);
  troubles.note({ kind: 'connection', message: 'nothing listens there' });
  troubles.note(noisy);
  expect(troubles.list()).toEqual([
    { ...noisy, at: 1_002, count: 2 },
    { kind: 'connection', message: 'nothing listens there', at: 1_001, count: 1 },
  ]);
});

it('forgets the oldest, and cuts very long texts of a client of the broker', () => {
  const troubles = troublesFrom(0);
  for (let each = 0; each < 50; each += 1) {
    troubles.note({ kind: 'publish', message: `refused ${each}`, topic: 'x'.repeat(65_535) });
  }
  const list = troubles.list();
  expect([list.length, list[0]?.message, list[0]?.topic?.length]).toEqual([20, 'refused 49', 300]);
});
