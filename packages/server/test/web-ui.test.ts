import { afterEach, describe, expect, it } from 'vitest';
import type { UiAsset, UiAssets } from '../src/index.js';
import { startWorld, type World } from './world.js';

const navigation = { Accept: 'text/html,*/*;q=0.8', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' } as const;
const INDEX =
  '<!doctype html><base href="/"><meta name="csrf-cookie" content=""><title>ccu-gateway</title><script type="module" src="./assets/main-A1.js"></script>';

const bytes = (text: string) => new TextEncoder().encode(text);

function asset(change: Partial<UiAsset> = {}): UiAsset {
  return {
    contentType: 'text/javascript; charset=utf-8',
    immutable: true,
    etag: '"digest"',
    encodings: ['br', 'gzip'],
    body: async (encoding) => bytes(`as ${encoding}`),
    ...change,
  };
}

const ui: UiAssets = {
  index: INDEX,
  file: (path) =>
    new Map([
      ['assets/main-A1.js', asset()],
      ['assets/small-B2.js', asset({ encodings: [] })],
      ['sw.js', asset({ immutable: false })],
    ]).get(path),
};

let world: World | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function started(server: { readonly ui?: UiAssets } = { ui }): Promise<World> {
  world = await startWorld({ server });
  return world;
}

describe('the web UI', () => {
  it('is one page for every address that the server does not know', async () => {
    const at = await started();
    for (const target of ['/', '/devices', '/devices/ABC/now?x=1', '/a/b/c/d']) {
      const answer = await at.request({ target, as: 'viewer', headers: navigation });
      expect([target, answer.status]).toEqual([target, 200]);
      expect(await answer.text()).toContain('./assets/main-A1.js');
    }
  });

  it('allows no script and no style but those of its own files', async () => {
    const at = await started();
    const policy = (await at.request({ target: '/', as: 'viewer', headers: navigation })).headers.get(
      'content-security-policy',
    );
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  it('leads a browser that is not signed in to the sign-in page, and back to the same page', async () => {
    const at = await started();
    const answer = await at.request({ target: '/devices/ABC?tab=now', headers: navigation });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/login?return_to=${encodeURIComponent('/devices/ABC?tab=now')}`,
    ]);
  });

  it('leaves the behaviour for programs and the API unchanged: problems, not pages', async () => {
    const at = await started();
    const program = await at.request({ target: '/devices', as: 'viewer', headers: { Accept: 'application/json' } });
    expect([program.status, program.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    const api = await at.request({ target: '/api/v1/nothing', as: 'viewer', headers: navigation });
    expect(api.status).toBe(404);
    const posted = await at.request({ method: 'POST', target: '/devices', as: 'viewer', headers: navigation });
    expect(posted.status).toBe(404);
  });

  it('has the reference of the API at the address that it had before', async () => {
    const at = await started();
    const answer = await at.request({ target: '/docs', as: 'viewer', headers: navigation });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/api-reference']);
  });

  it('is asked for again each time and answered 304 while it is the same', async () => {
    const at = await started();
    const first = await at.request({ target: '/', as: 'viewer', headers: navigation });
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag')!;
    const again = await at.request({
      target: '/devices',
      as: 'viewer',
      headers: { ...navigation, 'If-None-Match': etag },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('the files of the web UI', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    [undefined, null],
  ])('are sent as a client takes them: %s', async (accepted, encoding) => {
    const at = await started();
    const headers: Record<string, string> = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
    const answer = await at.request({ target: '/assets/main-A1.js', headers });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding]);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(await answer.text()).toBe(`as ${encoding ?? 'identity'}`);
  });

  it('are kept for ever where their name holds their content, and asked for again otherwise', async () => {
    const at = await started();
    const kept = await at.request({ target: '/assets/small-B2.js', headers: { 'Accept-Encoding': 'br' } });
    expect(kept.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(kept.headers.get('content-encoding')).toBeNull();
    const worker = await at.request({ target: '/sw.js' });
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    const same = await at.request({ target: '/sw.js', headers: { 'If-None-Match': '"digest"' } });
    expect(same.status).toBe(304);
  });

  it('are those that were built and no others', async () => {
    const at = await started();
    for (const target of ['/assets/other.js', '/assets/..%2fsw.js', '/assets/', '/manifest.webmanifest']) {
      expect([target, (await at.request({ target })).status >= 400]).toEqual([target, true]);
    }
  });
});

describe('a gateway without the files of the web UI', () => {
  it('lists the addresses of the API', async () => {
    const at = await started({});
    const home = await at.request({ target: '/', as: 'viewer', headers: navigation });
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('href="api/v1/openapi.json"')]);
    expect((await at.request({ target: '/devices', as: 'viewer', headers: navigation })).status).toBe(404);
    expect((await at.request({ target: '/sw.js' })).status).toBe(404);
  });
});
