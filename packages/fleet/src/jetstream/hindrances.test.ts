import { expect, it } from 'vitest';
import { createHindrances } from './hindrances.js';

it('lasts when it was met again after five seconds, until who met it succeeds', () => {
  let time = 0;
  const { note, lasting } = createHindrances(() => time);
  const [writer, reader] = [{}, {}];
  note(writer, 'no room');
  time = 4_999;
  note(writer, 'no room at all');
  expect(lasting()).toBeUndefined();
  time = 5_000;
  expect(lasting()).toBe('no room at all');
  note(reader, 'no consumer');
  note(writer, undefined);
  expect(lasting()).toBeUndefined();
});

it('is forgotten with who met it, and where the servers are away', () => {
  let time = 0;
  const { note, lasting, forget } = createHindrances(() => time);
  note({}, 'no room');
  time = 15_000;
  expect(lasting()).toBe('no room');
  time = 15_001;
  expect(lasting()).toBeUndefined();
  const writer = {};
  note(writer, 'no room');
  forget();
  time = 25_000;
  note(writer, 'no room');
  expect(lasting()).toBeUndefined();
});
