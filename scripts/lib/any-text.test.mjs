import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from './any-text.mjs';

it('a text has characters of every size, those that cause trouble too, and never half of a pair', () => {
  const texts = fc.sample(anyText(), { numRuns: 3_000, seed: 1 });
  expect(texts.every((text) => text.isWellFormed())).toBe(true);
  const sizes = new Set(texts.flatMap((text) => [...text].map((each) => Buffer.byteLength(each))));
  expect([...sizes].sort()).toEqual([1, 2, 3, 4]);
  expect(texts.some((text) => text.includes('__proto__'))).toBe(true);
});

it('a text is as long as asked for, and shrinks to the shortest that fails', () => {
  const lengths = fc.sample(anyText({ minLength: 2, maxLength: 5 }), 500).map((text) => [...text].length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([2, 5]);
  const { counterexample } = fc.check(fc.property(anyText(), (text) => [...text].length < 3));
  expect(counterexample).toEqual(['\0\0\0']);
});
