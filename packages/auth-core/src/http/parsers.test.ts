import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { decodeBase64, decodeBase64Url, encodeBase64Url } from '../crypto/base64.js';
import { readCookies, writeCookie } from './cookies.js';
import { viewHeaders } from './headers.js';
import { parseTarget } from './target.js';

describe('base64', () => {
  it('is read in its one canonical form and no other', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeBase64(Buffer.from(bytes).toString('base64'))).toEqual(Buffer.from(bytes));
        expect(decodeBase64Url(encodeBase64Url(bytes))).toEqual(Buffer.from(bytes));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ABab01+/-_= \n%') }), (text) => {
        const standard = decodeBase64(text);
        if (standard) expect(standard.toString('base64')).toBe(text);
        const url = decodeBase64Url(text);
        if (url) expect(url.toString('base64url')).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});

it('every last digit of a short group is accepted in exactly its canonical spelling', () => {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  for (const digit of `${digits}+/`) {
    for (const text of [`A${digit}==`, `AA${digit}=`, `AAAAA${digit}==`, `AAA${digit}`]) {
      expect([text, decodeBase64(text) !== null]).toEqual([
        text,
        Buffer.from(text, 'base64').toString('base64') === text,
      ]);
    }
  }
  for (const digit of `${digits}-_`) {
    for (const text of [`A${digit}`, `AA${digit}`, `AAAAA${digit}`, `AAA${digit}`, digit]) {
      const canonical = Buffer.from(text, 'base64url').toString('base64url') === text;
      expect([text, decodeBase64Url(text) !== null]).toEqual([text, canonical]);
    }
  }
});

describe('cookies', () => {
  const value = fc.stringMatching(/^[A-Za-z0-9_-]{1,43}$/);

  it('are found by their exact name among any others, in order', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('service_session', 'service_csrf', 'x', 'service_sessio', 'ervice_session'), value),
        ),
        (pairs) => {
          const line = pairs.map(([name, content]) => `${name}=${content}`).join('; ');
          const expected = pairs.filter(([name]) => name === 'service_session').map(([, content]) => content);
          expect(readCookies([line], 'service_session')).toEqual(expected);
          expect(readCookies(line.split('; '), 'service_session')).toEqual(expected);
        },
      ),
    );
  });

  it('of any text do no harm', () => {
    fc.assert(
      fc.property(fc.array(anyText()), (lines) => {
        for (const found of readCookies(lines, 'service_session'))
          expect(lines.some((line) => line.includes(found))).toBe(true);
      }),
    );
  });

  it('that are written are read back', () => {
    fc.assert(
      fc.property(value, fc.boolean(), fc.boolean(), (content, secure, httpOnly) => {
        const header = writeCookie('service_session', content, { path: '/', secure, httpOnly, maxAgeSeconds: 5 });
        expect(readCookies([header.split(';')[0] ?? ''], 'service_session')).toEqual([content]);
        expect([header.includes('Secure'), header.includes('HttpOnly'), header.includes('Domain')]).toEqual([
          secure,
          httpOnly,
          false,
        ]);
      }),
    );
  });
});

describe('a header list', () => {
  it('of any make is read without harm, and duplicates are seen in every spelling', () => {
    fc.assert(
      fc.property(fc.array(anyText()), (raw) => {
        expect(() => viewHeaders(raw)).not.toThrow();
      }),
    );
    const spell = fc.constantFrom('Authorization', 'authorization', 'AUTHORIZATION', 'aUtHoRiZaTiOn');
    fc.assert(
      fc.property(
        spell,
        spell,
        fc.array(fc.constantFrom('X-A', 'x', 'Cookie', '1')).filter((list) => list.length % 2 === 0),
        (a, b, between) => {
          expect(viewHeaders([a, 'x', ...between, b, 'x']).duplicate).toBe('authorization');
        },
      ),
    );
  });
});

describe('a request target', () => {
  it('may have a backslash in a name, and never one that could climb', () => {
    expect(parseTarget('/sysvars/a%5Cb')).toEqual({ path: '/sysvars/a%5Cb', query: '' });
    for (const path of ['/a%5c..', '/..%5cb', '/a%5C%2e%2E%5Cb', '/a\\b'])
      expect([path, parseTarget(path)]).toEqual([path, null]);
  });

  it('that is accepted equals the result of a URL parser, so that no two readers differ', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '.',
      '..',
      '%2e',
      '%2E',
      '%2f',
      '%5c',
      '%00',
      '%41',
      '%',
      '\\',
      'a',
      ':',
      ';',
      '?',
      '#',
      '@',
      ' ',
      'ü',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`),
        (text) => {
          const target = parseTarget(text);
          if (!target) return;
          const url = new URL(text, 'http://gateway.lan');
          expect(url.host).toBe('gateway.lan');
          expect(url.pathname).toBe(target.path);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
