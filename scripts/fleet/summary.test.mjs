import { expect, it } from 'vitest';
import { summaryOf } from './summary.mjs';

const wrong = [{ code: 'write_lost' }, { code: 'event_missing' }, { code: 'write_lost' }];

it('a summary of many runs names the violations of each, and the longest time after each fault', () => {
  const results = [
    { seed: 3, violations: wrong, figures: { backMs: { kill: 29_960, pause: 400 }, faults: 7, notOver: 1 } },
    { seed: 1, violations: [], figures: { backMs: { kill: 1_200 }, faults: 7, notOver: 0 } },
    { seed: 2 },
  ];
  expect(summaryOf(results, '/kept').split('\n')).toEqual([
    '3 runs, 1 clean, 1 with violations, 1 that prove nothing',
    'seed 3: 2 write_lost, 1 event_missing',
    'seed 2: proves nothing',
    'lines and logs are in /kept',
    'kill: 2 times, live again after 30.0 s at the longest',
    'pause: 1 times, live again after 0.4 s at the longest',
    '1 of 14 faults were still felt when the next one began',
  ]);
});

it('a summary of runs in which nothing was wrong names no folder', () => {
  expect(summaryOf([{ seed: 1, violations: [], figures: { backMs: {} } }], '/kept')).toBe(
    '1 runs, 1 clean, 0 with violations, 0 that prove nothing',
  );
});
