import { expect, it } from 'vitest';
import { isEarlierEpoch, nextEpoch } from './epochs.js';

it('counts how often the numbers of a log went back', () => {
  expect([nextEpoch('a1'), nextEpoch('a1.1'), nextEpoch('a1.9')]).toEqual(['a1.1', 'a1.2', 'a1.10']);
});

it('knows the epochs that a log had before', () => {
  expect(isEarlierEpoch('a1', 'a1.1')).toBe(true);
  expect(isEarlierEpoch('a1.9', 'a1.10')).toBe(true);
  expect(isEarlierEpoch('a1.1', 'a1.1')).toBe(false);
  expect(isEarlierEpoch('a1.2', 'a1.1')).toBe(false);
  expect(isEarlierEpoch('b1', 'a1.1')).toBe(false);
});
