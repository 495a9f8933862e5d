import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as bin from './bin-codec.js';
import type { TypedValue } from './typed-value.js';
import { bool, double, int, list, text } from './typed-value.js';
import { decodeAnswer, decodeCall } from './xml-decode.js';
import { encodeCall, encodeFault, encodeResponse } from './xml-encode.js';

const latin1 = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) });
const scalar: fc.Arbitrary<TypedValue> = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(int),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((thousandths) => double(thousandths / 1000)),
  fc.boolean().map(bool),
  latin1.map(text),
);
const value: fc.Arbitrary<TypedValue> = fc.letrec<{ value: TypedValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }).map(list),
    fc
      .dictionary(fc.stringMatching(/^[A-Z_]{1,8}$/), tie('value'), { maxKeys: 4, noNullPrototype: true })
      .map((members) => ({ type: 'struct', value: members }) as TypedValue),
  ),
})).value;

/** Doubles lose digits on their way through a mantissa of 30 bits. */
function roughly(one: TypedValue, other: TypedValue): boolean {
  if (one.type === 'double' && other.type === 'double') return Math.abs(one.value - other.value) < 1e-5;
  if (one.type === 'array' && other.type === 'array') {
    return (
      one.value.length === other.value.length &&
      one.value.every((item, index) => roughly(item, other.value[index] as TypedValue))
    );
  }
  if (one.type === 'struct' && other.type === 'struct') {
    const names = Object.keys(one.value);
    return (
      names.length === Object.keys(other.value).length &&
      names.every((name) => roughly(one.value[name] as TypedValue, other.value[name] as TypedValue))
    );
  }
  return one.type === other.type && one.value === other.value;
}

describe('the codecs of the simulated CCU', () => {
  it.each(['bidcos', 'hmip'] as const)('carry any value through XML in the %s dialect', (dialect) => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (params) => {
        const decoded = decodeCall(encodeCall('method', params, dialect));
        return (
          decoded.method === 'method' &&
          decoded.params.length === params.length &&
          decoded.params.every((param, index) => roughly(param, params[index] as TypedValue))
        );
      }),
      { numRuns: 200 },
    );
  });

  it('carry any value through BIN', () => {
    fc.assert(
      fc.property(value, (sent) => {
        const answer = bin.decodeAnswer(bin.encodeResponse(sent));
        return 'value' in answer && roughly(answer.value, sent);
      }),
      { numRuns: 200 },
    );
  });

  it('answer or throw and do nothing else, for any bytes', () => {
    const survives = (decode: (bytes: Buffer) => unknown, bytes: Buffer) => {
      try {
        decode(bytes);
      } catch (error) {
        expect((error as { code?: string }).code).toMatch(/^bad_(xml|bin)$/);
      }
    };
    const message = encodeCall('event', [text('a'), double(1.5), list([bool(true)])], 'hmip');
    const binary = bin.encodeCall('event', [text('a'), double(1.5), list([bool(true)])]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (noise, at) => {
        for (const [decode, whole] of [
          [decodeCall, message],
          [bin.decodeCall, binary],
        ] as const) {
          survives(decode, Buffer.from(noise));
          const broken = Buffer.from(whole);
          broken.set(noise.subarray(0, 3), at % (whole.length - 3));
          survives(decode, broken);
          survives(decode, whole.subarray(0, at % whole.length));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('write faults and empty results as the daemons do', () => {
    expect(decodeAnswer(encodeFault(-2, 'Unknown <instance>', 'bidcos'))).toEqual({
      faultCode: -2,
      faultString: 'Unknown <instance>',
    });
    expect(encodeResponse(list([]), 'bidcos').toString()).toContain('<value><array><data/></array></value>');
    expect(encodeResponse(double(21), 'bidcos').toString()).toContain('<double>21.000000</double>');
    expect(encodeResponse(text(''), 'hmip').toString()).toContain('<value></value>');
    expect(bin.encodeFault(-2, 'Unknown instance').toString('hex')).toBe(
      '42696eff000000440000010100000002000000096661756c74436f646500000001fffffffe0000000b6661756c74537472696e670000000300000010556e6b6e6f776e20696e7374616e6365',
    );
  });

  it.each([
    [0, '0000000000000000'],
    [1, '2000000000000001'],
    [-1, 'e000000000000001'],
    [0.5, '2000000000000000'],
    [21.5, '2b00000000000005'],
    [-10, 'd800000000000004'],
    [0.1, '33333333fffffffd'],
    [4.5, '2400000000000003'],
    [100, '3200000000000007'],
  ])('write %d as mantissa and exponent', (number, hex) => {
    expect(bin.encodeResponse(double(number)).subarray(12).toString('hex')).toBe(hex);
  });

  it('read values without a type tag, empty ones, and self-closing ones', () => {
    const read = (xml: string) =>
      decodeCall(
        Buffer.from(`<methodCall><methodName>m</methodName><params><param>${xml}</param></params></methodCall>`),
      ).params[0];
    expect(read('<value>a &lt; b</value>')).toEqual(text('a < b'));
    expect(read('<value></value>')).toEqual(text(''));
    expect(read('<value/>')).toEqual(text(''));
    expect(read('<value> <i4>7</i4> </value>')).toEqual(int(7));
    expect(read('<value><array><data/></array></value>')).toEqual(list([]));
    expect(read('<value><string/></value>')).toEqual(text(''));
  });
});
