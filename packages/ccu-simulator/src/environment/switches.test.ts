import { expect, it } from 'vitest';
import { clearSwitches, createSwitches } from './switches.js';

it('ends every fault, also one with a new switch, and keeps the state that nothing runs', () => {
  const fresh = { ...createSwitches(), newSet: new Set<string>(), newMap: new Map<string, string>() };
  const switches: Record<string, unknown> = { ...fresh };
  for (const [name, value] of Object.entries(fresh)) {
    if (value instanceof Set) (value as Set<string>).add('x');
    else if (value instanceof Map) (value as Map<string, unknown>).set('x', {});
    else if (typeof value === 'boolean') switches[name] = true;
    else switches[name] = 77;
  }
  // They have members of their own now, which stand for switches that are yet to come.
  clearSwitches(switches as unknown as typeof fresh);
  expect(switches).toEqual({ ...createSwitches(), newSet: new Set(), newMap: new Map(), down: true });
});
