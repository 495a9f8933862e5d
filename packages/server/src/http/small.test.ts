import { pageOf } from '@ccu-gateway/gateway-core/use-cases';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from './answers/csv.js';
import { contentEtag, matchesEtag } from './answers/etag.js';
import { arrayPage } from './answers/paging.js';
import { createRandomHex } from './request/random-hex.js';
import { beginTrace } from './request/trace.js';

describe('paging', () => {
  it('gives every entry exactly once over all pages', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 100 }), fc.integer({ min: 1, max: 30 }), (all, perPage) => {
        const pages = Math.max(1, Math.ceil(all.length / perPage));
        const seen = Array.from({ length: pages }, (_, index) => pageOf(all, index + 1, perPage).items).flat();
        expect(seen).toEqual(all);
        expect(pageOf(all, pages + 1, perPage).items).toEqual([]);
      }),
    );
  });

  it('of an array is done only on request, and always sends the total', () => {
    const all = Array.from({ length: 60 }, (_, index) => index);
    expect(arrayPage(all, {})).toEqual({ items: all, headers: { 'x-total-count': '60' } });
    expect(arrayPage(all, { page: 2 }).items).toEqual(all.slice(50));
    expect(arrayPage(all, { per_page: 5 }).items).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('an entity tag', () => {
  it('is found in the list a client sends, weak or not', () => {
    const etag = contentEtag(['a', 'b']);
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    expect(matchesEtag(`"x", ${etag}`, etag)).toBe(true);
    expect(matchesEtag(etag.slice(2), etag)).toBe(true);
    expect(matchesEtag('*', etag)).toBe(true);
    for (const other of [undefined, '', '"x"', contentEtag(['a', 'c'])]) expect(matchesEtag(other, etag)).toBe(false);
  });
});

describe('a CSV file', () => {
  it('quotes texts that would break it, and runs nothing in a spreadsheet', () => {
    const rows = [{ a: 'x,"y"\nz', b: '=HYPERLINK("http://evil")' }, { a: 1, b: { c: true } }, {}];
    const text = [...csvOf(['a', 'b'], rows)].join('');
    expect(text).toBe('a,b\r\n"x,""y""\nz","\'=HYPERLINK(""http://evil"")"\r\n1,"{""c"":true}"\r\n,\r\n');
  });
});

it('a trace is continued only when it is well-formed', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { requestId, traceparent } = beginTrace(text, (digits) => 'c'.repeat(digits));
      expect(requestId).toMatch(/^[0-9a-f]{32}$/);
      expect(traceparent).toMatch(/^00-[0-9a-f]{32}-c{16}-[0-9a-f]{2}$/);
    }),
  );
});

it('random digits are never handed out twice', () => {
  let asked = 0;
  const hex = createRandomHex((size) => {
    asked++;
    return Uint8Array.from({ length: size }, (_, index) => (index * 7 + asked * 31) % 256);
  });
  const taken = Array.from({ length: 100 }, (_, index) => hex(index % 2 === 0 ? 32 : 16));
  expect(taken.map(({ length }) => length)).toEqual(taken.map((_, index) => (index % 2 === 0 ? 32 : 16)));
  expect(asked).toBe(1);
  expect(hex(10_000)).toHaveLength(10_000);
  expect(asked).toBe(2);
});
