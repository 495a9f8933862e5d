import { expect, it } from 'vitest';
import { badgeCount } from './app-badge.tsx';

const state = (count: number) => ({ class: 'battery', level: 'attention', count, unacknowledged: count }) as const;

it('counts dangers and faults without silenced ones, and never less than none', () => {
  expect(badgeCount({ classes: [state(2), state(1), state(0)], silenced: 1 })).toBe(2);
  expect(badgeCount({ classes: [], silenced: 0 })).toBe(0);
  expect(badgeCount({ classes: [state(0)], silenced: 1 })).toBe(0);
});
