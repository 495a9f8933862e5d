import { describe, expect, it } from 'vitest';
import { createArchiveCheck, DamagedArchive } from './archive-check.js';

const WHOLE = ['./firmware_version', 'key_index', 'signature', 'usr_local.tar.gz'];
const VERSION = 'VERSION=3.75.6\nPRODUCT=raspmatic_rpi4\n';

function checked(names: readonly string[], version = VERSION) {
  const check = createArchiveCheck();
  const treated = names.map((name) => check.member(name));
  return { treated, report: check.finish(version) };
}

describe('a backup of a CCU', () => {
  it('is whole with its version, its signature and its configuration, and names its version and product', () => {
    expect(checked(WHOLE)).toEqual({
      treated: ['read', 'skip', 'skip', 'unpack'],
      report: { firmwareVersion: '3.75.6', product: 'raspmatic_rpi4' },
    });
  });

  it.each([
    ['a member is missing', WHOLE.filter((name) => name !== 'signature'), 'lacks signature'],
    ['a member comes twice, also by another path', [...WHOLE, 'firmware_version'], 'twice'],
    ['it has more members than any archive', Array.from({ length: 65 }, (_, at) => `m${at}`), 'too many'],
  ])('is damaged when %s', (_, names, said) => {
    expect(() => checked(names)).toThrow(DamagedArchive);
    expect(() => checked(names)).toThrow(said);
  });

  it('reports no text of the archive that is not a plain word', () => {
    expect(checked(WHOLE, 'VERSION=<b>\nPRODUCT=').report).toEqual({});
  });
});
