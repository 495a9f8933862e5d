import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRouter } from './router.js';

function routerOf(...templates: readonly string[]) {
  const router = createRouter<string>();
  for (const template of templates) router.add('GET', template, template);
  return router;
}

describe('the router', () => {
  const router = routerOf('/a', '/a/{x}', '/a/fixed', '/a/{x}/b', '/a/fixed/c', '/v:batch');

  it('prefers the literal, and does not let it hide the parameter', () => {
    expect(router.match('GET', '/a/fixed')?.route).toBe('/a/fixed');
    expect(router.match('GET', '/a/other')).toMatchObject({ route: '/a/{x}', params: { x: 'other' } });
    expect(router.match('GET', '/a/fixed/b')).toMatchObject({ route: '/a/{x}/b', params: { x: 'fixed' } });
    expect(router.match('GET', '/v:batch')?.route).toBe('/v:batch');
  });

  it('knows no path that is nearly one', () => {
    for (const path of ['/', '/A', '/a/', '/a//b', '/a/x/b/', '/a/x/y', '/b', '/a;x']) {
      expect(router.match('GET', path), path).toBeUndefined();
    }
  });

  it('separates the methods of a path, and takes HEAD for GET', () => {
    router.add('PUT', '/a', 'put');
    expect(router.match('HEAD', '/a')?.route).toBe('/a');
    const match = router.match('DELETE', '/a');
    expect(match?.route).toBeUndefined();
    expect([...(match?.methods.keys() ?? [])].sort()).toEqual(['GET', 'PUT']);
  });

  it('decodes every parameter exactly once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const match = router.match('GET', `/a/${encodeURIComponent(name)}/b`);
        expect(match?.params).toEqual({ x: name });
        const twice = router.match('GET', `/a/${encodeURIComponent(encodeURIComponent(name))}/b`);
        expect(twice?.params).toEqual({ x: encodeURIComponent(name) });
      }),
    );
  });

  it('refuses paths that cannot be decoded', () => {
    for (const path of ['/a/%', '/a/%zz', '/a/%ff']) {
      expect(() => router.match('GET', path)).toThrow(expect.objectContaining({ code: 'bad_request' }));
    }
  });

  it('does not start with two routes that claim the same', () => {
    expect(() => routerOf('/a/{x}', '/a/{x}')).toThrow(/Two routes claim GET/);
    expect(() => routerOf('/a/{x}', '/a/{y}/b')).toThrow(/names \{y\}/);
  });
});
