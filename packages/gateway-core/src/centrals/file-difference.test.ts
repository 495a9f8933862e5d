import { describe, expect, it } from 'vitest';
import { fileDifference, fileDifferenceInWords } from './file-difference.js';

const home = { name: 'home', host: 'a' };
const moved = { name: 'home', host: 'b' };
const attic = { name: 'attic', host: 'c' };
const isSame = (one: typeof home, other: typeof home) => one.host === other.host;

describe('the CCUs of the file', () => {
  it('count, or are the same, where nothing is lost', () => {
    for (const [inFile, kept] of [
      [[home], []],
      [[], [home]],
      [[home], [home]],
    ] as const) {
      expect(fileDifference(inFile, kept, isSame)).toBe(undefined);
    }
  });

  it('are named when stored ones replace them', () => {
    const difference = fileDifference([home, attic], [moved, { name: 'cellar', host: 'd' }], isSame);
    expect(difference).toEqual({ onlyInFile: ['attic'], onlyHere: ['cellar'], changed: ['home'] });
    expect(fileDifferenceInWords(difference!)).toBe(
      'the CCUs of the configuration file are ignored, because CCUs were changed at run time ' +
        '(only in the file: attic; only in the database: cellar; different: home)',
    );
  });
});
