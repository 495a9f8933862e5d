import { describe, expect, it } from 'vitest';
import { isAllowed, refusedLicences } from './licences.mjs';

describe('licences of installed packages', () => {
  it.each(['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause', '0BSD', '(MIT OR GPL-3.0)', 'MIT AND ISC', '(MIT)'])(
    'allow %s',
    (terms) => {
      expect(isAllowed(terms)).toBe(true);
    },
  );

  it.each(['GPL-3.0', 'MPL-2.0', 'MIT AND GPL-3.0', 'UNLICENSED', '', 'BlueOak-1.0.0', 'MIT-0-like'])(
    'refuse "%s"',
    (terms) => {
      expect(isAllowed(terms)).toBe(false);
    },
  );

  it('names the package, its version and its terms', () => {
    const rows = [
      { name: 'good', version: '1.0.0', licence: 'MIT' },
      { name: 'bad', version: '2.1.0', licence: 'GPL-3.0' },
    ];
    expect(refusedLicences(rows)).toEqual([expect.stringMatching(/^bad 2\.1\.0: GPL-3\.0 is not among MIT, /)]);
  });
});
