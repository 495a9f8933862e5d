import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { equalText, macOf, sha256Hex } from './hash.js';

const key = createSecretKey(Buffer.alloc(32, 7));

it('a MAC distinguishes parts that would be equal when joined', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), fc.array(fc.string(), { minLength: 1 }), (a, b) => {
      const same = JSON.stringify(a) === JSON.stringify(b);
      expect(macOf(key, ...a).equals(macOf(key, ...b))).toBe(same);
    }),
  );
  expect(macOf(key, 'ab', 'c').equals(macOf(key, 'a', 'bc'))).toBe(false);
});

it('a MAC is the HMAC-SHA256 of the parts with their lengths, as text or as bytes', () => {
  const expected = createHmac('sha256', key).update('4\0r\u00fct3\0abc').digest();
  expect(macOf(key, 'r\u00fct', 'abc')).toEqual(expected);
  expect(macOf(key, Buffer.from('r\u00fct'), Buffer.from('abc'))).toEqual(expected);
});

it('texts are equal when every character is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(equalText(a, b)).toBe(a === b);
    }),
  );
  expect(equalText('same', 'same')).toBe(true);
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
