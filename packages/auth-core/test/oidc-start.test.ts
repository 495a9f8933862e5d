import { describe, expect, it } from 'vitest';
import { createAuth, createMemoryStores, type OidcOptions } from '../src/index.js';
import { describeRequest, passwords } from '../src/testing/index.js';
import { startOidcWorld } from './oidc-world.js';
import { type Claims, makeSigningKey } from './rogue-provider.js';
import { statusOf } from './statuses.js';

const key = makeSigningKey('k1');

describe('the way to the provider', () => {
  it('asks for a code with PKCE, state and nonce, and for exactly these scopes [G02]', async () => {
    const world = await startOidcWorld(key);
    const { location } = await world.start();
    const parameters = Object.fromEntries(location.searchParams);
    expect(location.origin + location.pathname).toBe(`${world.provider.issuer}/authorize`);
    expect(parameters).toMatchObject({
      response_type: 'code',
      client_id: 'gateway',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
      redirect_uri: 'http://gateway.lan:8119/api/v1/auth/oidc/callback',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(parameters[name]).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Object.keys(parameters).length).toBe(8);
  });

  it('is remembered here, with a cookie that only refers to it', async () => {
    const world = await startOidcWorld(key);
    const answer = await world.auth.oidc?.start(describeRequest({ target: '/api/v1/auth/oidc/start' }), {});
    expect(answer?.ok && answer.value.cookies).toEqual([
      expect.stringMatching(
        /^service_oidc=[A-Za-z0-9_-]{43}; Path=\/api\/v1\/auth\/oidc; HttpOnly; SameSite=Lax; Max-Age=600$/,
      ),
    ]);
  });

  it('is remembered where the provider leads back to, below the path of a proxy, too', async () => {
    for (const [redirectUrl, path] of [
      ['https://home.example/house/api/v1/auth/oidc/callback', '/house/api/v1/auth/oidc'],
      ['https://home.example/callback', '/'],
    ] as const) {
      const world = await startOidcWorld(key, { redirectUrl });
      const answer = await world.auth.oidc?.start(describeRequest(), {});
      expect(answer?.ok && answer.value.cookies[0]).toContain(`; Path=${path}; HttpOnly`);
    }
  });

  it('is not taken when the metadata come from another issuer, which the log names [G11]', async () => {
    const world = await startOidcWorld(key);
    world.provider.behaviour.metadata = (honest) => ({ ...honest, issuer: `${String(honest.issuer)}/` });
    const answer = await world.auth.oidc?.start(describeRequest(), {});
    expect(answer?.ok === false && answer.problem).toMatchObject({
      code: 'service_unready',
      reason: 'oidc_unavailable',
    });
    const line = world.log.find(({ event }) => event === 'auth.oidc.discovery_failed');
    expect(line?.fields).toMatchObject({ issuer: world.provider.issuer });
    expect(line?.fields.cause).toContain(`${world.provider.issuer}/`);
  });

  it('is not taken to endpoints that are missing, insecure or somewhere else [G13] [G14]', async () => {
    const bad: readonly Claims[] = [
      { jwks_uri: undefined },
      { jwks_uri: 'http://10.0.0.1/jwks' },
      { jwks_uri: 'file:///etc/passwd' },
      { jwks_uri: 'http://localhost.evil.example/jwks' },
      { token_endpoint: 'http://10.0.0.1/token' },
      { authorization_endpoint: 'javascript:alert(1)' },
      { jwks_uri: 7 },
      { code_challenge_methods_supported: ['plain'] },
      { code_challenge_methods_supported: 'S256' },
    ];
    for (const change of bad) {
      const world = await startOidcWorld(key);
      world.provider.behaviour.metadata = (honest) => ({ ...honest, ...change });
      const answer = await world.auth.oidc?.start(describeRequest(), {});
      expect([change, answer?.ok === false && answer.problem.reason]).toEqual([change, 'oidc_unavailable']);
      expect(world.provider.requests).toEqual(['GET /.well-known/openid-configuration']);
    }
  });

  it('does not follow a provider that redirects [G14]', async () => {
    const world = await startOidcWorld(key);
    world.provider.behaviour.intercept = (_, response) => {
      response.writeHead(302, { Location: `${world.provider.issuer}/metadata-service` }).end();
      return true;
    };
    const answer = await world.auth.oidc?.start(describeRequest(), {});
    expect(answer?.ok).toBe(false);
    expect(world.provider.count('/metadata-service')).toBe(0);
  });

  it('opens as soon as the provider is there, and until then only it is missing [G15]', async () => {
    const world = await startOidcWorld(key);
    let up = false;
    world.provider.behaviour.intercept = (_, response) => {
      if (up) return false;
      response.writeHead(503).end();
      return true;
    };
    await world.auth.start();
    expect((await world.login('root', passwords.root)).status).toBe(200);
    const down = await world.auth.oidc?.start(describeRequest(), {});
    expect(down?.ok === false && statusOf(down.problem)).toBe(503);
    up = true;
    const answer = await world.auth.oidc?.start(describeRequest(), {});
    expect(answer?.ok && answer.value.location).toMatch(/^https?:/);
    expect(world.auth.oidc?.ready()).toBe(true);
  });

  it('is offered thirty times in ten minutes to one source [G23]', async () => {
    const world = await startOidcWorld(key, {}, { throttled: true });
    const answers = [];
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const answer = await world.auth.oidc?.start(describeRequest({ peer: '10.0.0.1' }), {});
      answers.push(answer?.ok ? 'redirected' : answer?.problem.reason);
    }
    expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'redirected'));
    expect(answers.slice(30)).toEqual(Array.from({ length: 270 }, () => 'login_throttled'));
    const other = await world.auth.oidc?.start(describeRequest({ peer: '10.0.0.2' }), {});
    expect(other?.ok).toBe(true);
  });

  it('is refused to a page embedded by another site, at no cost for the visitor', async () => {
    const world = await startOidcWorld(key, {}, { throttled: true });
    const embedded: readonly Readonly<Record<string, string>>[] = [
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
      { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
    ];
    for (let round = 0; round < 20; round += 1) {
      for (const headers of embedded) {
        const answer = await world.auth.oidc?.start(describeRequest({ headers }), {});
        expect(answer?.ok === false && answer.problem).toMatchObject({ code: 'forbidden', reason: 'origin_forbidden' });
      }
    }
    const visits: readonly Readonly<Record<string, string>>[] = [
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
      { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
      { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    ];
    for (const headers of visits)
      expect((await world.auth.oidc?.start(describeRequest({ headers }), {}))?.ok).toBe(true);
  });

  it('stays open to the sign-in page when a browser does not report the embedding site', async () => {
    const world = await startOidcWorld(key, {}, { throttled: true });
    const page = world.auth.csrf.issueAnonymous(describeRequest({ target: '/login' }));
    const start = (headers: Readonly<Record<string, string>>) =>
      world.auth.oidc?.start(describeRequest({ headers }), {});
    const forged = { Cookie: `service_csrf=${'A'.repeat(22)}.${'A'.repeat(43)}` };
    for (let attempt = 0; attempt < 40; attempt += 1) await start(attempt % 2 === 0 ? {} : forged);
    expect((await start(forged))?.ok).toBe(false);
    expect((await start({}))?.ok).toBe(false);
    expect((await start({ Cookie: page.cookies[0]?.split(';')[0] ?? '' }))?.ok).toBe(true);
  });

  it('is remembered two hundred times, and a flood from one source ends its own flows only [G23]', async () => {
    const world = await startOidcWorld(key);
    const startFrom = async (peer: string) => {
      const answer = await world.auth.oidc?.start(describeRequest({ peer }), {});
      if (!answer?.ok) throw new Error('refused');
      const location = new URL(answer.value.location);
      const state = location.searchParams.get('state') ?? '';
      const nonce = location.searchParams.get('nonce') ?? '';
      return { location, state, nonce, cookie: answer.value.cookies[0]?.split(';')[0] ?? '' };
    };
    const visitor = await startFrom('10.9.9.9');
    const flood: Awaited<ReturnType<typeof startFrom>>[] = [];
    for (let index = 0; index < 300; index += 1) flood.push(await startFrom('10.0.0.1'));
    const statusOf = async (flow: (typeof flood)[number] | undefined) => flow && (await world.finish(flow)).status;
    expect(await statusOf(visitor)).toBe(303);
    // 199 beside the visitor's: the last ones.
    expect(await statusOf(flood[100])).toBe(400);
    expect(await statusOf(flood[101])).toBe(303);
    expect(await statusOf(flood[299])).toBe(303);
  });
});

describe('the settings of the provider', () => {
  const make = (change: Partial<OidcOptions>) => () =>
    createAuth({
      roleChecks: 'enforced',
      stores: createMemoryStores(),
      oidc: {
        enabled: true,
        issuer: 'https://idp.example',
        clientId: 'gw',
        redirectUrl: 'https://gw.example/cb',
        ...change,
      },
    });

  it('take http only for this machine [G12]', () => {
    for (const issuer of [
      'http://idp.lan',
      'http://localhost.evil.example',
      'http://128.0.0.1',
      'ftp://idp',
      'idp.example',
      'https://idp.example?x',
      'https://u:p@idp.example',
    ]) {
      expect(make({ issuer }), issuer).toThrow('oidc.issuer');
    }
    for (const issuer of [
      'http://localhost',
      'http://localhost:8080/realm',
      'http://127.0.0.1',
      'http://127.1.2.3:1',
      'http://[::1]',
      'https://idp.example/x/',
    ]) {
      expect(make({ issuer }), issuer).not.toThrow();
    }
  });

  it('name the missing setting', () => {
    expect(make({ clientId: '' })).toThrow('oidc.clientId');
    expect(make({ redirectUrl: '/callback' })).toThrow('oidc.redirectUrl');
    expect(make({ enabled: false, issuer: '' })).not.toThrow();
    expect(make({ enabled: false, issuer: '' })().oidc).toBeNull();
  });
});
