import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWireError } from '../encoding/errors.js';
import { arbitraryWireValue } from '../testing/arbitrary.js';
import { encodeXmlRpcCall, encodeXmlRpcResponse } from './encode.js';
import { PlainReader, readPlainDocument } from './plain.js';
import { createXmlRpcReader, type XmlRpcDecodeOptions } from './reader.js';

const EVENT =
  '<?xml version="1.0" encoding="ISO-8859-1"?>\n<methodCall><methodName>event</methodName><params>' +
  '<param><value><string>id</string></value></param><param><value>ABC0000001:1</value></param>' +
  '<param><value><string>A &amp; B &lt;&#228;&gt; ü</string></value></param>' +
  '<param><value><struct><member><name>x</name><value><i4>4</i4></value></member></struct></value></param>' +
  '<param><value><array><data><value><nil/></value><value></value></data></array></value></param></params></methodCall>\n';

function parsed(body: Buffer, options: XmlRpcDecodeOptions = {}) {
  try {
    const reader = createXmlRpcReader(options);
    reader.write(body);
    return reader.end();
  } catch (error) {
    if (!isWireError(error)) throw error;
    return error.code;
  }
}

/** A few pieces of a document removed, repeated or replaced. */
const edits = fc.array(
  fc.tuple(
    fc.nat(),
    fc.nat({ max: 12 }),
    fc.constantFrom('', '<', '>', '/', '&', ']]>', '\r\n', '\u0000', ' ', 'a', '<value>', '</value>', '<a b="c">', 'ü'),
  ),
  { maxLength: 3 },
);

function edited(text: string, changes: readonly (readonly [number, number, string])[]): Buffer {
  let found = text;
  for (const [at, length, put] of changes) {
    const start = at % (found.length + 1);
    found = found.slice(0, start) + put + found.slice(start + length);
  }
  return Buffer.from(found, 'latin1');
}

const LATIN1: XmlRpcDecodeOptions = { encoding: 'latin1' };

/** Pieces of these lengths, the last of them again and again. */
function inPieces(body: Buffer, lengths: readonly number[]) {
  const reader = new PlainReader(LATIN1);
  for (let at = 0, count = 0; at < body.length; count += 1) {
    const end = at + (lengths[count] ?? lengths.at(-1) ?? body.length);
    if (!reader.write(body.subarray(at, end), end >= body.length)) return undefined;
    at = end;
  }
  return reader.document();
}

describe('reading plain XML-RPC', () => {
  it('reads the documents of this package without the parser', () => {
    const call = encodeXmlRpcCall('event', ['id', 'ABC0000001:1', 'STATE', true]);
    expect(readPlainDocument(Buffer.from(call), {})).toEqual(parsed(Buffer.from(call)));
    expect(readPlainDocument(Buffer.from(encodeXmlRpcResponse('')), {})?.values).toEqual(['']);
  });

  it('reads every value as the parser does', () => {
    fc.assert(
      fc.property(arbitraryWireValue({ doubles: 'decimal' }), (value) => {
        const body = Buffer.from(encodeXmlRpcResponse(value));
        const plain = readPlainDocument(body, {});
        if (plain !== undefined) expect(plain).toEqual(parsed(body));
      }),
    );
  });

  it('never differs from the parser on a document that is odd or broken', () => {
    fc.assert(
      fc.property(fc.constantFrom(EVENT, EVENT.replace('&#228;', '')), edits, (text, changes) => {
        const body = edited(text, changes);
        const plain = readPlainDocument(body, {});
        if (plain !== undefined) expect(plain).toEqual(parsed(body));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['attributes', '<methodCall><methodName a="b">x</methodName></methodCall>'],
    ['prefixes', '<methodCall><ex:methodName>x</ex:methodName></methodCall>'],
    ['numeric references', '<methodCall><methodName>&#65;</methodName></methodCall>'],
    ['CDATA', '<methodCall><methodName><![CDATA[x]]></methodName></methodCall>'],
    ['comments', '<methodCall><!-- x --><methodName>x</methodName></methodCall>'],
    ['a type of document', '<!DOCTYPE x><methodCall><methodName>x</methodName></methodCall>'],
    ['carriage returns', '<methodCall>\r\n<methodName>x</methodName></methodCall>'],
    ['an end that is missing', '<methodCall><methodName>x</methodName>'],
    ['tags that overlap', '<methodCall><methodName>x</methodCall></methodName>'],
    ['another root', '<html></html>'],
  ])('leaves %s to the parser', (_, text) => {
    expect(readPlainDocument(Buffer.from(text), {})).toBeUndefined();
  });

  it('never differs from the parser where a document comes in pieces, also an odd one', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 });
    let plainOnes = 0;
    fc.assert(
      fc.property(fc.constantFrom(EVENT, EVENT.replace('&#228;', '')), edits, lengths, (text, changes, pieces) => {
        const body = edited(text, changes);
        // Longer than the prolog, as every slice is.
        const plain = inPieces(body, [64, ...pieces]);
        if (plain === undefined) return;
        plainOnes += 1;
        expect(plain).toEqual(parsed(body, LATIN1));
      }),
      { numRuns: 2_000 },
    );
    expect(plainOnes).toBeGreaterThan(100);
  });

  it('reads long lists without the parser, whole and in pieces', () => {
    const list = Array.from({ length: 2_000 }, (_, index) => ({
      ADDRESS: `ABC:${index}`,
      TYPE: 'Schlüssel & "Türen"',
    }));
    const body = Buffer.from(encodeXmlRpcResponse(list));
    expect(readPlainDocument(body, {})?.values).toEqual([list]);
    expect(inPieces(body, [32 * 1024])?.values).toEqual([list]);
    expect(inPieces(body.subarray(0, -20), [32 * 1024]), 'the end is missing').toBeUndefined();
  });

  it('leaves documents above a limit to the parser, and texts that are longer than several pieces', () => {
    const body = Buffer.from(encodeXmlRpcResponse('x'.repeat(200_000)));
    expect(readPlainDocument(body, {})?.values).toEqual(['x'.repeat(200_000)]);
    expect(readPlainDocument(body, { maxBytes: 1_000 })).toBeUndefined();
    expect(readPlainDocument(body, { maxTextLength: 1_000 })).toBeUndefined();
    expect(inPieces(body, [32 * 1024])).toBeUndefined();
  });
});
