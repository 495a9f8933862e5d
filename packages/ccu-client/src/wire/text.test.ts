import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeLatin1,
  decodeUtf8OrLatin1,
  encodeLatin1,
  percentDecodeLatin1,
  percentEncodeLatin1,
  repairDoubleUtf8,
} from './text.js';

const latin1 = fc.uint8Array().map((bytes) => decodeLatin1(bytes));

describe('text encodings', () => {
  it('reads byte n as code point n and back', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(new Uint8Array(encodeLatin1(decodeLatin1(bytes)))).toEqual(bytes);
      }),
    );
  });

  it('replaces each character outside Latin-1 by one question mark', () => {
    expect(encodeLatin1('a€😀b').toString('latin1')).toBe('a??b');
  });

  it('percent-encodes so that only harmless ASCII remains, and decodes it as Latin-1', () => {
    fc.assert(
      fc.property(latin1, (text) => {
        const encoded = percentEncodeLatin1(text);
        expect(encoded).toMatch(/^[A-Za-z0-9_.%-]*$/);
        expect(percentDecodeLatin1(encoded)).toBe(text);
      }),
    );
    expect(percentDecodeLatin1('100%25 %ZZ %')).toBe('100% %ZZ %');
  });

  it('prefers UTF-8 where the bytes are UTF-8', () => {
    expect(decodeUtf8OrLatin1(Buffer.from('ü', 'utf8'))).toBe('ü');
    expect(decodeUtf8OrLatin1(Buffer.from('ü', 'latin1'))).toBe('ü');
  });

  it('repairs UTF-8 read as Latin-1 and leaves the rest alone', () => {
    expect(repairDoubleUtf8('KÃ¼che')).toBe('Küche');
    for (const text of ['Küche', 'Ã', 'plain', 'Ã¼ €', '']) expect(repairDoubleUtf8(text)).toBe(text);
  });
});
