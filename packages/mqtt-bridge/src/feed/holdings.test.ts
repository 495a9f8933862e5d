import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHoldings } from './holdings.js';

it('returns the topics that a group gives up, and still holds those of another group', () => {
  const holdings = createHoldings();
  holdings.replace('lamp', new Set(['a', 'b']));
  holdings.replace('heater', new Set(['b', 'c']));
  holdings.add('heater', 'd');
  expect(holdings.size).toBe(4);
  expect(holdings.replace('lamp', new Set())).toEqual(['a', 'b']);
  expect(['a', 'b', 'c', 'd'].map((topic) => holdings.isHeld(topic))).toEqual([false, true, true, true]);
  expect(holdings.replace('heater', new Set(['d']))).toEqual(['b', 'c']);
  expect(holdings.size).toBe(1);
});

it('holds a topic as long as one of its groups does, in any order of changes', () => {
  const group = fc.constantFrom('x', 'y', 'z');
  const topic = fc.constantFrom<string[]>('a', 'b', 'c', 'd');
  const change = fc.record({ group, topics: fc.uniqueArray(topic), added: fc.option(topic, { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const holdings = createHoldings();
      const plain = new Map<string, Set<string>>();
      for (const { group: name, topics, added } of changes) {
        if (added === undefined) {
          const left = [...(plain.get(name) ?? [])].filter((each) => !topics.includes(each));
          expect([...holdings.replace(name, new Set(topics))].sort()).toEqual(left.sort());
          plain.set(name, new Set(topics));
        } else {
          holdings.add(name, added);
          plain.set(name, new Set([...(plain.get(name) ?? []), added]));
        }
      }
      const held = new Set([...plain.values()].flatMap((topics) => [...topics]));
      for (const each of ['a', 'b', 'c', 'd']) expect(holdings.isHeld(each)).toBe(held.has(each));
      expect(holdings.size).toBe(held.size);
    }),
  );
});
