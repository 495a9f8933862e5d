import { expect, it } from 'vitest';
import { createDeadLetters } from './dead-letters.js';

const letter = (seq: number, attempts: number) => ({
  at: seq,
  firstSeq: seq,
  lastSeq: seq,
  events: 2,
  attempts,
  reason: 'a reason',
});

it('keeps the newest twenty and counts the events of all', () => {
  const letters = createDeadLetters();
  for (let seq = 1; seq <= 25; seq += 1) letters.add(letter(seq, 1));
  expect(letters.count).toBe(50);
  expect(letters.recent.map(({ firstSeq }) => firstSeq)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index));
});

it('makes one of those in a row that no attempt was made for, so that they do not push out the others', () => {
  const letters = createDeadLetters();
  letters.add(letter(1, 3));
  for (let seq = 2; seq <= 100; seq += 1) letters.add(letter(seq, 0));
  expect(letters.recent).toEqual([{ ...letter(100, 0), firstSeq: 2, events: 198 }, letter(1, 3)]);
});
