import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeptLists } from './kept-lists.js';

const bytes = (text: string) => Buffer.from(text);

it('a list is made once until anything changes', () => {
  const lists = createKeptLists();
  let made = 0;
  const read = () => [
    ...lists.pieces('a', () => {
      made += 1;
      return [bytes('['), bytes(`${made}`), bytes(']')];
    }),
  ];
  expect(Buffer.concat(read()).toString()).toBe('[1]');
  expect(lists.has('a')).toBe(true);
  expect(Buffer.concat(read()).toString()).toBe('[1]');
  lists.clear();
  expect(lists.has('a')).toBe(false);
  expect(Buffer.concat(read()).toString()).toBe('[2]');
});

it('a list that anything changed in its middle, or that was not read to its end, is not kept', () => {
  const lists = createKeptLists();
  const begin = (name: string) => lists.pieces(name, () => [bytes('1'), bytes('2')]);
  const changed = begin('changed');
  changed.next();
  lists.clear();
  expect([...changed]).toEqual([bytes('2')]);
  const left = begin('left');
  left.next();
  left.return();
  expect([lists.has('changed'), lists.has('left'), lists.bytes()]).toEqual([false, false, 0]);
});

it('kept lists never take more bytes than their bound, and the newest that fits is one of them', () => {
  const use = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(2_000), fc.nat(9));
  fc.assert(
    fc.property(fc.array(use, { maxLength: 60 }), (uses) => {
      const lists = createKeptLists(4_000);
      for (const [name, size, chance] of uses) {
        if (chance === 0) lists.clear();
        expect([...lists.pieces(name, () => [Buffer.alloc(size), Buffer.alloc(size)])]).toHaveLength(2);
        expect(lists.bytes()).toBeLessThanOrEqual(4_000);
        if (2 * size < 3_000) expect(lists.has(name)).toBe(true);
      }
      lists.clear();
      expect(lists.bytes()).toBe(0);
    }),
  );
});
