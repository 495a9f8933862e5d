import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { safeReturnTo } from './return-to.js';

/** Forms that some browser, proxy or decoder takes for another site, made by rule. */
function hostileForms(): readonly string[] {
  const hosts = [
    'evil.example',
    'evil.example:443',
    'user@evil.example',
    'gateway.lan@evil.example',
    '[::1]',
    '2130706433',
  ];
  const slashes = [
    '//',
    '///',
    '/\\',
    '\\/',
    '\\\\',
    '/\\/',
    '/%2f',
    '/%2F',
    '/%5c',
    '/%5C',
    '%2f%2f',
    '/\t/',
    '/\n/',
    '/\r/',
    '/\u0000/',
    '/ /',
    '/%09/',
    '/%0d/',
    '/%00/',
    '/..//',
    '/.//',
    '/%2e%2e//',
    '/a/..//',
    '/;@',
    '/a//',
  ];
  const schemes = [
    'http:',
    'https:',
    'HTTPS:',
    'javascript:',
    'JaVaScRiPt:',
    'data:',
    'vbscript:',
    'file:',
    'ftp:',
    'ws:',
    'about:',
    'blob:',
    '\u0000http:',
    ' https:',
    '\thttps:',
  ];
  const forms: string[] = [];
  for (const host of hosts) {
    for (const slash of slashes) if (slash !== '/;@') forms.push(`${slash}${host}`, `${slash}${host}/devices`);
    for (const scheme of schemes)
      forms.push(`${scheme}//${host}`, `${scheme}${host}`, `${scheme}/${host}`, `/\\${scheme}${host}`);
  }
  for (let code = 0; code <= 0x20; code += 1) {
    const character = String.fromCharCode(code);
    forms.push(`${character}/devices`, `/${character}/evil.example`, `/devices${character}`);
  }
  for (const character of [
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\u3002',
    '\uff0f',
    '\u2215',
    '\u202e',
    '\ufeff',
    'ü',
  ])
    forms.push(`/${character}evil.example`, `${character}//evil.example`);
  forms.push(
    '',
    'devices',
    './devices',
    '../devices',
    '?x',
    '#x',
    '/../devices',
    '/devices/..',
    '/%2e%2e/x',
    `/${'a'.repeat(3000)}`,
  );
  return forms;
}

describe('the page to return to', () => {
  it('is the path that was asked for when it is one of this gateway', () => {
    for (const path of [
      '/',
      '/devices',
      '/devices?room=a%20b&x=1',
      '/devices/ABC:1#state',
      '/a.b/..c/d~e',
      '/?x=//y',
      '/login?error=x',
    ]) {
      expect(safeReturnTo(path)).toBe(path);
    }
  });

  it('is the start page for more than four hundred hostile forms [G21]', () => {
    const forms = [...new Set(hostileForms())];
    expect(forms.length).toBeGreaterThan(400);
    expect(forms.filter((form) => safeReturnTo(form) !== '/')).toEqual([]);
    expect(safeReturnTo(undefined)).toBe('/');
  });

  it('never leaves the gateway, for any requested target', () => {
    const text = fc.oneof(anyText(), fc.webUrl(), fc.stringMatching(/^\/[/\\.%:@a-f0-9?#]{0,12}$/));
    fc.assert(
      fc.property(text, (wanted) => {
        const path = safeReturnTo(wanted);
        expect(path.startsWith('/') && !path.startsWith('//') && !path.includes('\\')).toBe(true);
        expect(new URL(path, 'http://gateway.lan:8119').origin).toBe('http://gateway.lan:8119');
        expect(path === '/' || path === wanted).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
