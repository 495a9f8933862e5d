import { expect, it } from 'vitest';
import { passphrase } from './passphrase.js';

it('a passphrase has five groups, and repeats a draw that would bias the characters', () => {
  let drawn = 0;
  const phrase = passphrase((bytes) => {
    drawn += 1;
    bytes.fill(drawn === 1 ? 255 : 0);
  });
  expect(phrase).toBe('aaaa-aaaa-aaaa-aaaa-aaaa');
  expect(drawn).toBe(2);
});

it('two passphrases differ', () => {
  const random = (bytes: Uint8Array<ArrayBuffer>) => void crypto.getRandomValues(bytes);
  expect(passphrase(random)).not.toBe(passphrase(random));
  expect(passphrase(random)).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
});
