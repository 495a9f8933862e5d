import { expect, it } from 'vitest';
import { createRefusalMemory } from './refusal-memory.js';

it('a refusal counts for a short time, longer with each repetition, and is reset by an answer', () => {
  let now = 0;
  const memory = createRefusalMemory<string>(() => now);
  const countsFor = () => {
    const from = now;
    while (memory.current() !== undefined) now += 1_000;
    return (now - from) / 1_000;
  };
  const counted = Array.from({ length: 9 }, () => {
    memory.refused('no');
    return countsFor();
  });
  expect(counted).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
  memory.forget();
  memory.refused('no');
  expect(countsFor()).toBe(5);
});
