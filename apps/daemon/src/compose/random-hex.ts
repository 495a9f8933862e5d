import { randomBytes } from 'node:crypto';

/** Hexadecimal digits that cannot be guessed. */
export const randomHex = (digits: number): string =>
  randomBytes(Math.ceil(digits / 2))
    .toString('hex')
    .slice(0, digits);
