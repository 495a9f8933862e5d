import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { expect, it } from 'vitest';
import { gather } from './gather.js';

it('runs once for all calls within a while, and again for a call during a run', async () => {
  const { environment, advance } = createDrivenTime();
  let begun = 0;
  let end: () => void = () => {};
  const ask = gather(environment, 100, async () => {
    begun += 1;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  for (let count = 0; count < 5; count += 1) ask();
  await advance(99);
  expect(begun).toBe(0);
  await advance(1);
  expect(begun).toBe(1);
  ask();
  ask();
  await advance(500);
  expect(begun).toBe(1);
  end();
  await advance(100);
  expect(begun).toBe(2);
});
