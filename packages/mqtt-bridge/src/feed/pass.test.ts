import { expect, it } from 'vitest';
import { createPass } from './pass.js';

it('runs once more after any number of requests during a run, and never twice at a time', async () => {
  const ends: (() => void)[] = [];
  const pass = createPass(() => new Promise<void>((resolve) => ends.push(resolve)));
  const first = pass();
  const others = Array.from({ length: 1_000 }, pass);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends).toHaveLength(2);
  ends[1]?.();
  await Promise.all([first, ...others]);
  expect(ends).toHaveLength(2);
  const later = pass();
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await later;
});

it('runs again after a run that failed', async () => {
  let runs = 0;
  const pass = createPass(async () => {
    runs += 1;
    if (runs === 1) throw new Error('no');
  });
  await expect(pass()).rejects.toThrow('no');
  await pass();
  expect(runs).toBe(2);
});
