import { expect, it } from 'vitest';
import { mostUrgent } from './alarm-state.js';

it('names the most urgent state of all zones, and none without a zone', () => {
  const of = (...states: readonly ('armed' | 'disarmed' | 'pending' | 'triggered')[]) =>
    mostUrgent(states.map((state) => ({ state })));
  expect(of('disarmed')).toBe('disarmed');
  expect(of('disarmed', 'armed')).toBe('armed');
  expect(of('armed', 'triggered', 'pending')).toBe('triggered');
  expect(of()).toBeUndefined();
});
