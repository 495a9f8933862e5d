import { expect, it } from 'vitest';
import { centralName, createSysvarRequest, fitsPath } from '../src/index.js';

const UNFIT = ['.', '..', ' .. ', '\\..', '..\\x', 'a\u0000b', 'a\u007fb'];
const FIT = ['...', '.a', 'a..b', '..a', 'a/b', '%41', 'ä', '$x', 'a\\b', '-'];

it('a name that no path could carry is recognised', () => {
  expect(UNFIT.filter(fitsPath)).toEqual([]);
  expect(FIT.filter((name) => !fitsPath(name))).toEqual([]);
});

it('a CCU, room, function or variable is not created under a name that no path could carry', () => {
  const named = (name: string) => createSysvarRequest.safeParse({ name, value_type: 'BOOL' }).success;
  expect(UNFIT.filter((name) => centralName.safeParse(name).success || named(name))).toEqual([]);
  expect(FIT.filter((name) => !named(name))).toEqual([]);
});
