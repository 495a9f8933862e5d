import { expect, it } from 'vitest';
import { createDrivenTime } from '../testing/index.js';
import { watchBucket } from './watch.js';

it('a watch that fails begins again after the pause of its connection, until it is closed', async () => {
  const { environment, advance } = createDrivenTime(() => 0);
  const begun: number[] = [];
  const watched = watchBucket(
    { after: environment.after, retryMs: 500 },
    { onHealth: () => () => {}, ready: () => {} },
    async () => {
      begun.push(environment.elapsed());
      throw new Error('no answer');
    },
  );
  await advance(1_200);
  watched.close();
  await advance(5_000);
  expect(begun).toEqual([0, 500, 1_000]);
});
