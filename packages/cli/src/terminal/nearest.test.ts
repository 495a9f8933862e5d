import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from './nearest.js';

const WORDS = ['run', 'demo', 'dev', 'status', 'devices', 'sysvars', 'programs', 'token', 'user', 'backup'];

describe('the word that was probably meant', () => {
  it.each([
    ['stauts', 'status'],
    ['device', 'devices'],
    ['DEVICES', 'devices'],
    ['rnu', 'run'],
    ['dve', 'dev'],
    ['tokens', 'token'],
    ['sysv', 'sysvars'],
    ['prog', 'programs'],
    ['baclup', 'backup'],
  ])('of "%s" is "%s"', (typed, meant) => {
    expect(nearest(typed, WORDS)).toBe(meant);
  });

  it('is none where nothing is near', () => {
    for (const typed of ['', 'x', 'nonsense', 'kitchen', 'x'.repeat(100_000)]) {
      expect(nearest(typed, WORDS)).toBeUndefined();
      expect(didYouMean(typed, WORDS)).toBe('');
    }
  });

  it('finds an umlaut that a terminal sends as two characters', () => {
    expect(didYouMean('ku\u0308hlschrank', ['Herd', 'Kühlschrank'])).toBe('; did you mean "Kühlschrank"?');
  });

  it('finds each word of at least four letters with one letter missing, added, changed or swapped', () => {
    const word = fc.constantFrom(...WORDS.filter(({ length }) => length >= 4));
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('missing', 'added', 'changed', 'swapped'), (meant, seed, kind) => {
        const at = seed % (meant.length - 1);
        const typed = {
          missing: meant.slice(0, at) + meant.slice(at + 1),
          added: `${meant.slice(0, at)}q${meant.slice(at)}`,
          changed: `${meant.slice(0, at)}q${meant.slice(at + 1)}`,
          swapped: `${meant.slice(0, at)}${meant[at + 1]}${meant[at]}${meant.slice(at + 2)}`,
        }[kind];
        expect(nearest(typed, WORDS)).toBe(meant);
      }),
    );
  });
});
