import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { targetOf } from './target.js';

it('of a device returns its address, for any characters, and never that of another path', () => {
  const address = fc
    .oneof(
      fc
        .array(fc.constantFrom(...'AB.:1-_*/\\%#+? äß&='), { minLength: 1, maxLength: 20 })
        .map((list) => list.join('')),
      anyText({ maxLength: 30 }),
    )
    .filter((text) => text.trim() !== '' && !/[\p{Cc}\p{Cs}]|(?:^|[\\/])\.{1,2}(?:[\\/]|$)/u.test(text));
  fc.assert(
    fc.property(address, (addr) => {
      const { pathname } = new URL(targetOf('http://gateway', '/devices/{addr}/channels', { path: { addr } }));
      const [, , , devices, segment = '', channels] = pathname.split('/');
      expect([devices, decodeURIComponent(segment), channels]).toEqual(['devices', addr, 'channels']);
    }),
    { numRuns: 1_000 },
  );
});
