import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from './carry.js';

const over = (value: unknown, signal?: AbortSignal) => unpack(JSON.parse(JSON.stringify(pack(value))), signal);

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array(),
    fc.array(tie('value')),
    fc.array(tie('value')).map((all) => new Set(all)),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$set', '$none', '__proto__', 'constructor')), tie('value')),
  ),
})).value;

describe('a value that goes to another gateway', () => {
  it('is the same there', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(over(value)).toEqual(value);
      }),
    );
  });

  it('is undefined where it is, and left out where a member is', () => {
    expect(over([undefined, 1])).toEqual([undefined, 1]);
    expect(over({ a: undefined, b: 1 })).toEqual({ b: 1 });
    expect(over(undefined)).toBeUndefined();
  });

  it('has the signal of the other side in the place of its own', () => {
    const { signal } = new AbortController();
    expect(Reflect.get(Object(over({ signal: new AbortController().signal }, signal)), 'signal')).toBe(signal);
  });

  it('is refused where it would become another one', () => {
    for (const value of [() => 1, Symbol('x'), 1n, new Date(), new Map(), new (class {})()]) {
      expect(() => pack([value])).toThrow(TypeError);
    }
    for (const value of [{ $set: 7 }, { $object: 'x' }, { $object: [7] }, { $who: 1 }]) {
      expect(() => unpack(value)).toThrow(TypeError);
    }
  });
});
