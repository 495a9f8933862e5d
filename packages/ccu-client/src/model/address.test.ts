import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { deviceOf, isAddress, readAddress } from './address.js';

describe('an address', () => {
  it.each([
    ['QEQ0000001', { device: 'QEQ0000001' }],
    ['QEQ0000001:0', { device: 'QEQ0000001', channel: 0 }],
    ['*QEQ0000001:1', { device: '*QEQ0000001', channel: 1 }],
    ['HU-Philips hue:1', { device: 'HU-Philips hue', channel: 1 }],
    ['HU-Hue Surimu ', { device: 'HU-Hue Surimu ' }],
    ['HU-Hue Surimu :12', { device: 'HU-Hue Surimu ', channel: 12 }],
    ['HU-Büro/Küche 50 % #1+2.x:3', { device: 'HU-Büro/Küche 50 % #1+2.x', channel: 3 }],
    ['BidCoS-RF:50', { device: 'BidCoS-RF', channel: 50 }],
    ['...', { device: '...' }],
    [`${'ä'.repeat(59)}:9999`, { device: 'ä'.repeat(59), channel: 9999 }],
    ['A'.repeat(64), { device: 'A'.repeat(64) }],
  ])('%j is read', (text, parts) => {
    expect(readAddress(text)).toEqual(parts);
    expect(isAddress(text)).toBe(true);
  });

  it.each([
    ...[
      '',
      ' ',
      ':1',
      ' :1',
      '.',
      '..',
      '..:1',
      '../x',
      'a\\..',
      'A:',
      'A:x',
      'A:-1',
      'A:01',
      'A:1.5',
      'A:10000',
      'A:B:1',
      'A::1',
    ],
    ...[
      'A\n',
      '\u0000A',
      'A\u007f',
      'A\u0085',
      'A\u2028',
      '\ud800',
      'A\udc00:1',
      'A'.repeat(65),
      `${'A'.repeat(63)}:1`,
    ],
  ])('%j is none', (text) => {
    expect(readAddress(text)).toBeUndefined();
  });

  it('and its device are restored from their parts', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 80 }), (text) => {
        const parts = readAddress(text);
        if (parts === undefined) return;
        expect(parts.channel === undefined ? parts.device : `${parts.device}:${parts.channel}`).toBe(text);
        expect(deviceOf(text)).toBe(parts.device);
        expect(decodeURIComponent(encodeURIComponent(text))).toBe(text);
      }),
      { numRuns: 400 },
    );
  });

  it('of any length is judged in time that grows with its bound only', () => {
    expect(readAddress(' '.repeat(10_000_000))).toBeUndefined();
    expect(isAddress(7)).toBe(false);
  });
});
