import { expect, it } from 'vitest';
import { createIntroductions } from './registration.js';

it('takes a question for the devices as part of a registration that is under way or has just ended', async () => {
  let now = 0;
  const introductions = createIntroductions(() => now);
  await introductions.during(async () => {
    now = 100_000;
    expect(introductions.isRestart()).toBe(false);
  });
  now += 30_000;
  expect(introductions.isRestart()).toBe(false);
  now += 1;
  expect(introductions.isRestart()).toBe(true);
});

it('ends with a registration that failed, and counts the questions after a restart as one', async () => {
  let now = 0;
  const introductions = createIntroductions(() => now);
  expect(introductions.isRestart()).toBe(true);
  expect(introductions.isRestart()).toBe(false);
  await expect(introductions.during(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  now = 30_001;
  expect(introductions.isRestart()).toBe(true);
});
