import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeLatin1,
  decodeUtf8OrLatin1,
  decodeUtf8OrLatin9,
  encodeLatin1,
  outsideLatin9,
  percentDecodeLatin9,
  percentEncodeLatin9,
  repairDoubleUtf8,
} from './text.js';

const latin9 = fc
  .uint8Array()
  .map((bytes) => new TextDecoder('iso-8859-15').decode(bytes.filter((byte) => byte < 0x80 || byte >= 0xa0)));

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

  it('percent-encodes so that only harmless ASCII remains, and decodes it as Latin-9', () => {
    fc.assert(
      fc.property(latin9, (text) => {
        const encoded = percentEncodeLatin9(text);
        expect(encoded).toMatch(/^[A-Za-z0-9_.%-]*$/);
        expect(percentDecodeLatin9(encoded)).toBe(text);
      }),
    );
    expect(percentDecodeLatin9('100%25 %ZZ %')).toBe('100% %ZZ %');
    expect(percentEncodeLatin9('€/kWh')).toBe('%A4%2FkWh');
    expect(percentDecodeLatin9('%A4 %A6%A8 %B4%B8 %BC%BD%BE')).toBe('€ Šš Žž ŒœŸ');
  });

  it('names the first character that a CCU has no byte for', () => {
    expect(outsideLatin9('5 €, Größe')).toBeUndefined();
    expect(outsideLatin9('a😀b')).toBe('😀');
    expect(outsideLatin9('½ ¤')).toBe('½');
  });

  it('prefers UTF-8 where the bytes are UTF-8', () => {
    expect(decodeUtf8OrLatin1(Buffer.from('ü', 'utf8'))).toBe('ü');
    expect(decodeUtf8OrLatin1(Buffer.from('ü', 'latin1'))).toBe('ü');
    expect(decodeUtf8OrLatin9(Buffer.from('ü€', 'utf8'))).toBe('ü€');
    expect(decodeUtf8OrLatin9(Buffer.from('fc20a4', 'hex'))).toBe('ü €');
  });

  it('repairs UTF-8 read as Latin-1 and leaves the rest alone', () => {
    expect(repairDoubleUtf8('KÃ¼che')).toBe('Küche');
    const encodedTwice = Buffer.from(Buffer.from('Tür → Küche', 'utf8').toString('latin1'), 'utf8').toString('latin1');
    expect(repairDoubleUtf8(encodedTwice)).toBe('Tür → Küche');
    for (const text of ['Küche', 'Ã', 'plain', 'Ã¼ €', '']) expect(repairDoubleUtf8(text)).toBe(text);
  });
});
