import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { parseAuthorization } from './authorization.js';

const encode = (text: string) => Buffer.from(text, 'utf8').toString('base64');

describe('an Authorization value', () => {
  it('of a name and password gives them back as they were', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => !/[:\p{Cc}]/u.test(text) && [...text].length <= 64);
    const password = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
      .filter((text) => !/\p{Cc}/u.test(text) && Buffer.byteLength(text) <= 1024);
    fc.assert(
      fc.property(name, password, (username, secret) => {
        expect(parseAuthorization(`Basic ${encode(`${username}:${secret}`)}`)).toEqual({
          kind: 'basic',
          username,
          password: secret,
        });
      }),
    );
  });

  it('of any text does no harm, and is never read where it is not canonical', () => {
    fc.assert(
      fc.property(anyText(), fc.constantFrom('', 'Basic ', 'Bearer ', 'basic  ', 'BEARER '), (text, prefix) => {
        const result = parseAuthorization(prefix + text);
        if (result.kind === 'basic') {
          const encoded = (prefix + text).replace(/^basic +/i, '');
          expect(Buffer.from(encoded, 'base64').toString('base64')).toBe(encoded);
        }
        if (result.kind === 'bearer') expect(result.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      }),
      { numRuns: 500 },
    );
  });

  it('with one character of its base64 changed to another spelling of the same bytes is refused', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    for (const text of ['a:b', 'ab:c', 'root:12345678', 'root:1234567']) {
      const encoded = encode(text);
      const last = encoded.replace(/=+$/, '').length - 1;
      if (!encoded.endsWith('=')) continue;
      const twin =
        encoded.slice(0, last) + (alphabet[alphabet.indexOf(encoded[last] ?? '') ^ 1] ?? '') + encoded.slice(last + 1);
      expect(Buffer.from(twin, 'base64').toString()).toBe(text);
      expect(parseAuthorization(`Basic ${twin}`).kind).toBe('malformed');
    }
  });

  it('keeps to the limits of names and passwords', () => {
    const kind = (username: string, password: string) =>
      parseAuthorization(`Basic ${encode(`${username}:${password}`)}`).kind;
    expect(kind('u'.repeat(64), 'p'.repeat(1024))).toBe('basic');
    expect(kind('u'.repeat(65), 'p')).toBe('malformed');
    expect(kind('u', 'p'.repeat(1025))).toBe('malformed');
    expect(kind('u', 'ü'.repeat(513))).toBe('malformed');
    expect(kind('u', '')).toBe('malformed');
    expect(kind('', 'p')).toBe('malformed');
    expect(kind('u\u0007', 'p')).toBe('malformed');
    expect(kind('u', 'p\n')).toBe('malformed');
  });

  it('of another scheme, or of several, is malformed', () => {
    for (const value of [
      '',
      ' ',
      'Basic',
      'Bearer',
      'Digest x',
      'Negotiate YTpi',
      `Bearer ${'A'.repeat(43)}, Basic YTpi`,
      `Bearer\t${'A'.repeat(43)}`,
      'BasicYTpi',
      `Bearer ${'A'.repeat(42)}`,
      `Bearer ${'A'.repeat(44)}`,
    ]) {
      expect([value, parseAuthorization(value).kind]).toEqual([value, 'malformed']);
    }
    expect(parseAuthorization('bearer x')).toEqual({ kind: 'malformed', scheme: 'bearer' });
    expect(parseAuthorization('BASIC')).toEqual({ kind: 'malformed', scheme: 'basic' });
    expect(parseAuthorization('Bearerx y')).toEqual({ kind: 'malformed', scheme: 'other' });
  });
});
