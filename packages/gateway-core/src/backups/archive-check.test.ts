import { describe, expect, it } from 'vitest';
import { createArchiveCheck, DamagedArchive } from './archive-check.js';

const WHOLE = ['./firmware_version', 'key_index', 'signature', 'usr_local.tar.gz'];
const END = { version: 'VERSION=3.75.6\nPRODUCT=raspmatic_rpi4\n', endsEmpty: true };

function checked(names: readonly string[], end = END) {
  const check = createArchiveCheck();
  const treated = names.map((name) => check.member(name));
  return { treated, report: check.finish(end) };
}

describe('a backup of a CCU', () => {
  it('is whole with its version, its signature and its configuration, and says what it is of', () => {
    expect(checked(WHOLE)).toEqual({
      treated: ['read', 'skip', 'skip', 'unpack'],
      report: { firmwareVersion: '3.75.6', product: 'raspmatic_rpi4' },
    });
  });

  it.each([
    ['a member is missing', WHOLE.filter((name) => name !== 'signature'), END, 'lacks signature'],
    ['a member comes twice, also by another path', [...WHOLE, 'firmware_version'], END, 'twice'],
    ['it has more members than any archive', Array.from({ length: 65 }, (_, at) => `m${at}`), END, 'too many'],
    ['its last block is missing', WHOLE, { ...END, endsEmpty: false }, 'too early'],
  ])('is damaged when %s', (_, names, end, said) => {
    expect(() => checked(names, end)).toThrow(DamagedArchive);
    expect(() => checked(names, end)).toThrow(said);
  });

  it('says nothing of itself that is not a plain word', () => {
    expect(checked(WHOLE, { ...END, version: 'VERSION=<b>\nPRODUCT=' }).report).toEqual({});
  });
});
