import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWireError, type WireErrorCode } from '../encoding/errors.js';
import { encodeLatin1 } from '../encoding/text.js';
import { double, int } from '../encoding/value.js';
import { arbitraryWireValue } from '../testing/arbitrary.js';
import { decodeXmlRpcCall, decodeXmlRpcResponse, decodeXmlRpcResponseInSlices } from './decode.js';
import { encodeXmlRpcCall, encodeXmlRpcFault, encodeXmlRpcResponse } from './encode.js';
import { createXmlRpcReader } from './reader.js';

const PROLOG = '<?xml version="1.0" encoding="ISO-8859-1"?>';
const answer = (value: string) => `<methodResponse><params><param>${value}</param></params></methodResponse>`;
const read = (xml: string) => {
  const result = decodeXmlRpcResponse(encodeLatin1(PROLOG + xml));
  return result.kind === 'value' ? result.value : result;
};
const codeOf = (step: () => unknown): WireErrorCode | 'none' | 'foreign' => {
  try {
    step();
    return 'none';
  } catch (error) {
    return isWireError(error) ? error.code : 'foreign';
  }
};

describe('writing XML-RPC', () => {
  it('writes a call in Latin-1 with every value typed', () => {
    const body = encodeXmlRpcCall('setValue', ['LEQ1234567:1', 'Tür', true, 3, 0.5, [''], { A: 1 }]);
    expect(body.toString('latin1')).toBe(
      `${PROLOG}<methodCall><methodName>setValue</methodName><params>` +
        '<param><value><string>LEQ1234567:1</string></value></param>' +
        '<param><value><string>Tür</string></value></param>' +
        '<param><value><boolean>1</boolean></value></param>' +
        '<param><value><i4>3</i4></value></param>' +
        '<param><value><double>0.500000</double></value></param>' +
        '<param><value><array><data><value><string></string></value></data></array></value></param>' +
        '<param><value><struct><member><name>A</name><value><i4>1</i4></value></member></struct></value></param>' +
        '</params></methodCall>',
    );
  });

  it('lets the caller decide the type of a number', () => {
    const body = encodeXmlRpcCall('setValue', [double(21), int(2.6), 2 ** 40]).toString('latin1');
    expect(body).toContain('<double>21.000000</double>');
    expect(body).toContain('<i4>3</i4>');
    expect(body).toContain('<double>1099511627776.000000</double>');
  });

  it('never writes an exponent, not a number or a negative zero', () => {
    const body = encodeXmlRpcResponse([1e-7, double(1e22), double(Number.NaN), double(-0)]).toString('latin1');
    expect(body).not.toMatch(/e[+-]?\d|NaN|-0/);
    expect(body).toContain('<double>10000000000000000000000.000000</double>');
  });

  it('escapes the five named entities and replaces characters that Latin-1 or XML cannot carry', () => {
    const body = encodeXmlRpcResponse(`&<>"'€\u0001😀\ud800`).toString('latin1');
    expect(body).toContain('<string>&amp;&lt;&gt;&quot;&apos;????</string>');
    expect(body).not.toContain('&#');
  });

  it('writes UTF-8 for servers that expect it', () => {
    expect(encodeXmlRpcResponse('€', { encoding: 'utf8' }).toString('utf8')).toContain('<string>€</string>');
  });

  it('writes a fault that it reads back', () => {
    expect(decodeXmlRpcResponse(encodeXmlRpcFault(-5, 'Unknown Parameter'))).toEqual({
      kind: 'fault',
      code: -5,
      message: 'Unknown Parameter',
    });
  });
});

describe('reading XML-RPC', () => {
  it('reads the dialect of rfd: untyped strings, empty values, i4, void results', () => {
    expect(read(answer('<value>text</value>'))).toBe('text');
    expect(read(answer('<value></value>'))).toBe('');
    expect(read(answer('<value/>'))).toBe('');
    expect(read(answer('<value><i4>-3</i4></value>'))).toBe(-3);
    expect(read(answer('<value><array><data/></array></value>'))).toEqual([]);
    expect(read('<methodResponse><params></params></methodResponse>')).toBe('');
    expect(read(answer(`<value><double>${'1'.padEnd(309, '0')}.000000</double></value>`))).toBe(1e308);
  });

  it('reads the mixture of HmIPServer, with white space between the tags', () => {
    const xml = `
      <value><struct>
        <member><name>NAME</name><value>  plain </value></member>
        <member><name>TYPE</name><value><string>Tür &amp; Tor</string></value></member>
        <member><name>LIST</name> <value> <array> <data> <value><boolean>1</boolean></value> </data> </array> </value></member>
      </struct></value>`;
    expect(read(answer(xml))).toEqual({ NAME: '  plain ', TYPE: 'Tür & Tor', LIST: [true] });
  });

  it('decodes by the prolog, else by the HTTP charset, else by the bytes', () => {
    const xml = answer('<value>Tür</value>');
    const utf8 = Buffer.from(xml, 'utf8');
    const latin1 = Buffer.from(xml, 'latin1');
    const value = { kind: 'value', value: 'Tür' };
    expect(decodeXmlRpcResponse(Buffer.concat([Buffer.from('<?xml version="1.0" encoding="utf-8"?>'), utf8]))).toEqual(
      value,
    );
    expect(decodeXmlRpcResponse(latin1, { contentType: 'text/xml; charset=iso-8859-1' })).toEqual(value);
    expect(decodeXmlRpcResponse(utf8)).toEqual(value);
    expect(decodeXmlRpcResponse(latin1)).toEqual(value);
  });

  it('repairs doubly encoded names only when asked', () => {
    const body = encodeLatin1(PROLOG + answer('<value>KÃ¼che</value>'));
    expect(decodeXmlRpcResponse(body)).toEqual({ kind: 'value', value: 'KÃ¼che' });
    expect(decodeXmlRpcResponse(body, { repairDoubleUtf8: true })).toEqual({ kind: 'value', value: 'Küche' });
  });

  it('keeps a number that is none as text instead of losing the list around it', () => {
    const xml =
      '<value><array><data><value><double>nan</double></value><value><i4>7</i4></value></data></array></value>';
    expect(read(answer(xml))).toEqual(['nan', 7]);
  });

  it('tolerates raw control characters, because real device names have them', () => {
    expect(read(answer('<value>a\u0001b</value>'))).toBe('a\u0001b');
  });

  it('distinguishes other content from broken RPC', () => {
    expect(codeOf(() => decodeXmlRpcResponse(Buffer.alloc(0)))).toBe('empty');
    expect(codeOf(() => decodeXmlRpcResponse(Buffer.from('CCU not ready yet')))).toBe('not_rpc');
    expect(codeOf(() => decodeXmlRpcResponse(Buffer.from('<!DOCTYPE html><html><body>wait<br></html>')))).toBe(
      'not_rpc',
    );
    expect(codeOf(() => decodeXmlRpcResponse(Buffer.from('<html></html>')))).toBe('not_rpc');
    expect(codeOf(() => read('<methodResponse><params>'))).toBe('malformed');
    expect(codeOf(() => decodeXmlRpcCall(encodeXmlRpcResponse(1)))).toBe('not_rpc');
    expect(codeOf(() => decodeXmlRpcResponse(encodeXmlRpcCall('m', [])))).toBe('not_rpc');
  });

  it('refuses document types, and expands no entities of any other kind than the named and numeric ones', () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "aaaa">]><methodResponse><params><param><value>&a;</value></param></params></methodResponse>';
    expect(codeOf(() => decodeXmlRpcResponse(Buffer.from(bomb)))).toBe('not_rpc');
    expect(read(answer('<value>a&nbsp;b &a; &#1; &amp;</value>'))).toBe('a&nbsp;b &a; &#1; &');
    expect(codeOf(() => read(answer(`<value>${'&a;'.repeat(1_001)}</value>`)))).toBe('malformed');
  });

  it.each([
    ['line ends before it', (xml: string) => `\r\n ${xml}`],
    ['a mark of its encoding before it', (xml: string) => `\ufeff${xml}`],
    ['zero bytes behind it', (xml: string) => `${xml}\0\0\0`],
    [
      'an error page of the CGI behind it',
      (xml: string) => `${xml}\nContent-type: text/html\n\n<html><body>An internal error<br></html>&`,
    ],
    ['another answer behind it', (xml: string) => `${xml}${xml}`],
  ])('reads a document with %s, in pieces of any size', (_, around) => {
    const body = Buffer.from(around(Buffer.from(encodeXmlRpcResponse(['a', 1])).toString('latin1')));
    for (const size of [1, 7, body.length]) {
      const reader = createXmlRpcReader();
      for (let at = 0; at < body.length; at += size) reader.write(body.subarray(at, at + size));
      expect(reader.end().values).toEqual([['a', 1]]);
    }
  });

  it('reads the types that Apache adds, with their prefix', () => {
    const types = ['<ex:i8>9007199254</ex:i8>', '<ex:i1>-3</ex:i1>', '<ex:float>1.5</ex:float>', '<ex:nil/>'];
    const xml = `<value><array><data>${types.map((type) => `<value>${type}</value>`).join('')}</data></array></value>`;
    expect(read(answer(xml))).toEqual([9007199254, -3, 1.5, '']);
    expect(read(answer('<value><boolean> True </boolean></value>'))).toBe(true);
  });

  it('invents no truth value where a boolean is empty or has another text', () => {
    const texts = ['1', ' True ', '0', 'false', '', '2', 'unknown'];
    const values = texts.map((text) => read(answer(`<value><boolean>${text}</boolean></value>`)));
    expect(values).toEqual([true, true, false, false, '', '2', 'unknown']);
  });

  it('refuses bodies above the limit and endless nesting', () => {
    const big = encodeXmlRpcResponse('x'.repeat(1000));
    expect(codeOf(() => decodeXmlRpcResponse(big, { maxBytes: 500 }))).toBe('too_large');
    const nested = '<value><array><data>'.repeat(100);
    expect(codeOf(() => read(answer(nested)))).toBe('too_deep');
  });

  it('keeps a member called __proto__ as data', () => {
    const value = read(
      answer('<value><struct><member><name>__proto__</name><value>x</value></member></struct></value>'),
    );
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('brings every value back', () => {
    fc.assert(
      fc.property(arbitraryWireValue({ doubles: 'decimal' }), (value) => {
        expect(decodeXmlRpcResponse(encodeXmlRpcResponse(value))).toEqual({ kind: 'value', value });
        expect(decodeXmlRpcCall(encodeXmlRpcCall('m', [value, value]))).toEqual({
          method: 'm',
          params: [value, value],
        });
      }),
    );
  });

  it('reads the same body in pieces of any size', async () => {
    const body = encodeXmlRpcResponse([{ A: 'Tür', B: [1, 2.5, true] }, 'ß'.repeat(300)]);
    const whole = decodeXmlRpcResponse(body);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: body.length - 1 }), { maxLength: 12 }), (cuts) => {
        const reader = createXmlRpcReader();
        const edges = [0, ...cuts.sort((a, b) => a - b), body.length];
        for (let i = 1; i < edges.length; i += 1) reader.write(body.subarray(edges[i - 1], edges[i]));
        expect(reader.end().values[0]).toEqual(whole.kind === 'value' ? whole.value : undefined);
      }),
    );
    let turns = 0;
    const turn = async () => {
      turns += 1;
    };
    const large = encodeXmlRpcResponse(Array.from({ length: 5000 }, (_, i) => `entry ${i}`));
    expect(await decodeXmlRpcResponseInSlices(large, turn)).toEqual(decodeXmlRpcResponse(large));
    expect(turns).toBeGreaterThan(0);
  });

  it('answers any bytes with a value or a WireError', () => {
    const soup = fc
      .array(
        fc.constantFrom(
          '<methodResponse>',
          '<params>',
          '<param>',
          '<value>',
          '</value>',
          '<array>',
          '<data>',
          '</array>',
          '<struct>',
          '</struct>',
          '<member>',
          '<name>',
          '</name>',
          '<i4>',
          '</i4>',
          '7',
          '&lt;',
          '&',
          '<',
          'x',
          '</param>',
          '</params>',
          '</methodResponse>',
        ),
        { maxLength: 30 },
      )
      .map((parts) => Buffer.from(parts.join('')));
    fc.assert(
      fc.property(fc.oneof(soup, fc.uint8Array({ maxLength: 300 })), (bytes) => {
        expect(codeOf(() => decodeXmlRpcResponse(bytes))).not.toBe('foreign');
        expect(codeOf(() => decodeXmlRpcCall(Buffer.concat([Buffer.from(PROLOG), bytes])))).not.toBe('foreign');
      }),
      { numRuns: 500 },
    );
  });
});
