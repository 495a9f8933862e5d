import { expect, it } from 'vitest';
import { createUseNotes } from './use-notes.js';

it('lets one use a minute through for each credential, and the next one where the clock was set back', () => {
  let now = 1_000_000;
  const notes = createUseNotes({ now: () => now });
  expect([notes.isDue('a'), notes.isDue('a'), notes.isDue('b')]).toEqual([true, false, true]);
  now += 59_999;
  expect(notes.isDue('a')).toBe(false);
  now += 1;
  expect([notes.isDue('a'), notes.isDue('a')]).toEqual([true, false]);
  now -= 3_600_000;
  expect(notes.isDue('a')).toBe(true);
});
