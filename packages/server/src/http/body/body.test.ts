import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_JSON_DEPTH, mediaTypeOf, parseForm, parseJson, parseJsonText, readBody } from './body.js';
import { queryOf } from './input.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const refused = (code: string) => expect.objectContaining({ code });

describe('a JSON body', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 10 }), (text) => {
        if (/__proto__|constructor/.test(text)) return;
        expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('may nest sixteen levels and not seventeen', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseJsonText(nested(MAX_JSON_DEPTH))).toBeDefined();
    expect(() => parseJsonText(nested(MAX_JSON_DEPTH + 1))).toThrow(refused('bad_request'));
    expect(() => parseJsonText('['.repeat(1_000_000))).toThrow(refused('bad_request'));
    expect(parseJsonText(JSON.stringify('['.repeat(100)))).toHaveLength(100);
    expect(parseJsonText('"\\"[[[[[[[[[[[[[[[[[[[["')).toContain('[');
  });

  it.each(['{"__proto__":1}', '{"a":[{"constructor":1}]}', '{"\\u005f_proto__":1}'])('with %s is refused', (text) => {
    expect(() => parseJsonText(text)).toThrow(refused('bad_request'));
  });

  it('may speak of them in its values', () => {
    expect(parseJsonText('{"a":"__proto__","b":"constructor"}')).toEqual({ a: '__proto__', b: 'constructor' });
  });

  it('never crashes the reader and never yields a value that JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (raw) => {
        try {
          parseJson(raw);
        } catch (error) {
          expect(error).toEqual(refused('bad_request'));
        }
      }),
    );
  });
});

describe('a body', () => {
  const streamOf = (...chunks: readonly Uint8Array[]) => ({
    body: new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    }),
    whole: async () => new Uint8Array(Buffer.concat(chunks)).buffer,
  });

  it('is put together from its pieces up to its limit', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 8 }), async (chunks) => {
        const all = Buffer.concat(chunks);
        expect(Buffer.from(await readBody(streamOf(...chunks), undefined, all.length))).toEqual(all);
        if (all.length === 0) return;
        expect(Buffer.from(await readBody(streamOf(...chunks), String(all.length), all.length))).toEqual(all);
        await expect(readBody(streamOf(...chunks), undefined, all.length - 1)).rejects.toThrow(
          refused('payload_too_large'),
        );
      }),
    ));

  it('that claims too much is not read at all', async () => {
    const source = {
      body: new ReadableStream<Uint8Array>(
        { pull: () => Promise.reject(new Error('it was read')) },
        { highWaterMark: 0 },
      ),
    };
    await expect(readBody(source, '101', 100)).rejects.toThrow(refused('payload_too_large'));
    expect(await readBody({ body: null }, undefined, 100)).toHaveLength(0);
  });

  it('that breaks off is a fault of its sender', async () => {
    const body = () => new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('aborted')) });
    const whole = () => Promise.reject(new Error('aborted'));
    await expect(readBody({ body: body() }, undefined, 100)).rejects.toThrow(refused('bad_request'));
    await expect(readBody({ body: body(), whole }, '5', 100)).rejects.toThrow(refused('bad_request'));
  });
});

describe('a form', () => {
  it('is read field by field, and no field twice', () => {
    expect(parseForm(bytes('a=1+2&b=%C3%BC&__proto__=x'))).toMatchObject({ a: '1 2', b: 'ü' });
    expect(({} as { x?: string }).x).toBeUndefined();
    expect(() => parseForm(bytes('a=1&a=2'))).toThrow(refused('bad_request'));
  });
});

it('a media type is the part before the parameters', () => {
  expect(mediaTypeOf('Application/JSON; charset=utf-8')).toBe('application/json');
  expect(mediaTypeOf('application/jsonx')).not.toBe('application/json');
  expect(mediaTypeOf(undefined)).toBe('');
});

describe('a query', () => {
  it('is read as URLSearchParams reads it, with each repeated name as a list', () => {
    const part = fc.stringMatching(/^[a-c=&.:%+é-]{0,4}$/);
    const query = fc.oneof(
      fc.array(part).map((parts) => parts.join('&')),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(query, (text) => {
        const read = new URLSearchParams(text);
        const values = Object.entries(queryOf(text)).map(([name, value]) => [name, [value].flat()] as const);
        expect(new Map(values)).toEqual(new Map([...read.keys()].map((name) => [name, read.getAll(name)])));
      }),
    );
    expect({ ...queryOf('per_page=50&central=home&central=shed') }).toEqual({
      per_page: '50',
      central: ['home', 'shed'],
    });
  });
});
