import { describe, expect, it } from 'vitest';
import { isComparablePassword, kindOfPasswordFault, newPasswordFault } from './policy.js';

const composed = '\u00e9';
const decomposed = 'e\u0301';

describe('the rule for passwords', () => {
  it('has one kind for each sentence of a refusal', () => {
    const kinds = [1, 'short', 'x'.repeat(1025), 'Password123', 'long enough'].map(kindOfPasswordFault);
    expect(kinds).toEqual(['not_text', 'too_short', 'too_long', 'commonest', null]);
  });

  it('gives the same visible password the same verdict on every system', () => {
    for (const count of [7, 8, 512, 513]) {
      expect([count, newPasswordFault(decomposed.repeat(count))]).toEqual([
        count,
        newPasswordFault(composed.repeat(count)),
      ]);
      expect(isComparablePassword(decomposed.repeat(count))).toBe(isComparablePassword(composed.repeat(count)));
    }
    expect(newPasswordFault(decomposed.repeat(7))).toMatch(/at least 8 characters/);
    expect(newPasswordFault(decomposed.repeat(512))).toBeNull();
    expect(newPasswordFault(decomposed.repeat(513))).toMatch(/at most 1024 bytes/);
  });

  it('refuses the commonest passwords, with capital letters too, and no password that only contains one', () => {
    for (const common of ['12345678', 'password', 'Passwort123', 'QWERTZUIOP', 'homematic']) {
      expect([common, newPasswordFault(common)]).toEqual([common, 'must not be one of the commonest passwords']);
    }
    expect(newPasswordFault('password of my garden')).toBeNull();
  });

  it('counts characters, not the units they are stored in, and bounds the work on long texts', () => {
    expect(newPasswordFault('\u{1F511}'.repeat(7))).toMatch(/at least 8/);
    expect(newPasswordFault('\u{1F511}'.repeat(8))).toBeNull();
    expect(isComparablePassword('')).toBe(false);
    expect(isComparablePassword('x'.repeat(1025))).toBe(false);
    expect(newPasswordFault('x'.repeat(100_000))).toMatch(/at most/);
  });
});
