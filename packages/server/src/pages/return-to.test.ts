import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { safeReturnTo } from './return-to.js';

const GATEWAY = 'http://gateway.lan:8119';
const staysHere = (path: string) => new URL(path, GATEWAY).origin === GATEWAY && path.startsWith('/');

describe('the way back after signing in', () => {
  it.each(['/', '/?page=2', '/docs#setDataPointValue', '/api/v1/devices/A%3A1', '/a/b?c=d%26e'])(
    '%s is followed',
    (path) => {
      expect(safeReturnTo(path)).toBe(path);
    },
  );

  it('of four hundred and more hostile forms leads nowhere else [G21]', () => {
    const hosts = [
      'evil.test',
      'evil.test:80',
      'user@evil.test',
      'gateway.lan@evil.test',
      '[::1]',
      'evil%2etest',
      'evil。test',
    ];
    const starts = [
      '//',
      '///',
      '/\\',
      '\\\\',
      '\\/',
      '/%5c',
      '/%2f',
      '/%2F%2F',
      '/\t/',
      '/\n/',
      '/%09/',
      '/%0a/',
      '/./',
      '/../',
      '/;@',
      'http://',
      'https://',
      'HTTP:',
      'http:\\',
      'ftp://',
      'javascript:',
      'data:text/html,',
      '',
      ' //',
      '\u0000//',
      '/\u202e/',
      '/%00/',
      '/%0d%0a',
      '@',
      '?//',
      '#//',
      '/%1f/',
      '//%09',
      '/\\/',
      '/\\\\',
      '/／',
      '／／',
    ];
    const tails = ['', '/', '/x', '?x', '#x'];
    const forms = starts.flatMap((start) => hosts.flatMap((host) => tails.map((tail) => start + host + tail)));
    expect(forms.length).toBeGreaterThan(400);
    for (const form of forms) expect(staysHere(safeReturnTo(form)), form).toBe(true);
  });

  it('of any text stays on the gateway', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText(),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
        ),
        (text) => {
          expect(staysHere(safeReturnTo(text))).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
