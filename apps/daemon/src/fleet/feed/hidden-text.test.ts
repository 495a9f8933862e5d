import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../../scripts/lib/any-text.mjs';
import { END, packState, readHidden, unpackState, writeChange, writeMark, writeState } from './hidden-text.js';

const record = (central: string) => ({ call: 'removeCentral', central, at: 1, args: [] }) as const;

describe('what gateways tell each other', () => {
  it('comes back as it was written, however long it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40_000 }), fc.string(), (central, mark) => {
        expect(readHidden(writeChange(record(central)))).toEqual({ kind: 'change', record: record(central) });
        expect(readHidden(writeMark(mark))).toEqual({ kind: 'mark', mark });
      }),
      { numRuns: 50 },
    );
    expect(readHidden(END)).toEqual({ kind: 'end' });
  });

  it('carries a state in pieces that a broker takes', () => {
    // Text that cannot be packed well.
    const random = fc.sample(anyText({ minLength: 5_000, maxLength: 5_000 }), {
      numRuns: 60,
      seed: 1,
    });
    const state = random.map(record);
    const texts = writeState('a', packState(state));
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text.length).toBeLessThan(500_000);
    const pieces = texts.map(readHidden).map((hidden) => (hidden?.kind === 'piece' ? hidden.piece : undefined));
    expect(pieces.map((piece) => [piece?.id, piece?.index, piece?.count])).toEqual(
      texts.map((_, index) => ['a', index, texts.length]),
    );
    const packed = Buffer.from(pieces.map((piece) => piece?.base64).join(''), 'base64');
    expect(unpackState(packed)).toEqual(state);
  });

  it('is nothing where it is not of a gateway', () => {
    for (const text of [
      '',
      'x',
      'null',
      '7',
      '[]',
      '{}',
      '{"packed":"x"}',
      '{"packed":7}',
      '{"call":7}',
      '{"piece":{}}',
      '{"piece":{"id":"a","index":1,"count":1,"base64":""}}',
      '{"piece":{"id":"a","index":-1,"count":1,"base64":""}}',
      '{"piece":{"id":"a","index":0,"count":1e9,"base64":""}}',
      '{"end":1}',
    ]) {
      expect([text, readHidden(text)]).toEqual([text, undefined]);
    }
    expect(unpackState(Buffer.from('x'))).toBeUndefined();
    expect(unpackState(packState([]))).toEqual([]);
  });
});
