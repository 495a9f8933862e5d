import { describe, expect, it } from 'vitest';
import { createMemoryStores } from '../src/index.js';
import { describeRequest, passwords } from '../src/testing/index.js';
import { callbackPath, startOidcWorld } from './oidc-world.js';
import { type Claims, makeSigningKey, signRaw } from './rogue-provider.js';

const key = makeSigningKey('k1');
const signed = (claims: Claims) =>
  signRaw(JSON.stringify({ alg: 'RS256', kid: 'k1' }), JSON.stringify(claims), key.privateKey);
const invalidState = { status: 400, reason: 'oidc_state_invalid', location: '/login?error=oidc_state_invalid' };
const query = (parameters: Readonly<Record<string, string>>) => new URLSearchParams(parameters).toString();

describe('the way back', () => {
  it('gives a session of the scheme oidc, with the trimmed name and the usual cookies [G01]', async () => {
    const world = await startOidcWorld(key);
    const answer = await world.sign();
    expect(answer).toMatchObject({ status: 303, location: '/', subject: 'karla', role: 'operator' });
    expect(answer.key).toBe(`oidc:${world.provider.issuer}#user-1`);
    expect(answer.cookies[0]).toMatch(
      /^service_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/,
    );
    expect(answer.cookies.at(-1)).toBe('service_oidc=; Path=/api/v1/auth/oidc; HttpOnly; SameSite=Lax; Max-Age=0');
    const Cookie = answer.cookies[0]?.split(';')[0] ?? '';
    expect((await world.call({ headers: { Cookie } })).principal).toMatchObject({ scheme: 'oidc', subject: 'karla' });
    expect(world.audit.at(-1)).toMatchObject({ action: 'auth.login', outcome: 'ok', scheme: 'oidc', subject: 'karla' });
  });

  it('needs the state of this flow, once [G03]', async () => {
    const world = await startOidcWorld(key);
    for (const change of [
      ({ code }: { code: string }) => query({ code, state: 'wrong' }),
      ({ code }: { code: string }) => query({ code }),
      ({ code }: { code: string }) => query({ code, state: '' }),
      ({ code, state }: { code: string; state: string }) => `${query({ code, state })}&state=${state}`,
    ]) {
      expect(await world.sign({ query: change })).toMatchObject(invalidState);
    }
    expect(world.provider.tokenRequests).toEqual([]);
  });

  it('is not blocked by a forged callback', async () => {
    const world = await startOidcWorld(key);
    const flow = await world.start();
    const forged = await world.finish(flow, { query: ({ code }) => query({ code, state: 'forged' }) });
    expect([forged.status, forged.cookies]).toEqual([400, []]);
    expect((await world.finish(flow)).status).toBe(303);
  });

  it('needs the browser that went there [G04]', async () => {
    const world = await startOidcWorld(key);
    for (const cookie of [undefined, 'service_oidc=', `service_oidc=${'A'.repeat(43)}`]) {
      expect(await world.sign({ cookie: () => cookie })).toMatchObject(invalidState);
    }
    const [mine, other] = [await world.start(), await world.start()];
    expect(await world.finish(mine, { cookie: () => other.cookie })).toMatchObject(invalidState);
    expect(await world.finish(mine, { cookie: () => `${mine.cookie}; ${other.cookie}` })).toMatchObject(invalidState);
    expect(world.provider.tokenRequests).toEqual([]);
  });

  it('works once [G05]', async () => {
    const world = await startOidcWorld(key);
    const flow = await world.start();
    expect((await world.finish(flow)).status).toBe(303);
    expect(await world.finish(flow)).toMatchObject(invalidState);
    const both = await world.start();
    const answers = await Promise.all([world.finish(both), world.finish(both)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect(world.provider.tokenRequests.length).toBe(2);
  });

  it('may lead to another gateway that shares the stores, and works once at all of them [G05]', async () => {
    const world = await startOidcWorld(key);
    const other = world.another();
    const flow = await world.start('/devices');
    expect(await world.finish(flow, { at: other })).toMatchObject({
      status: 303,
      location: '/devices',
      role: 'operator',
    });
    expect(await world.finish(flow)).toMatchObject(invalidState);
    const both = await world.start();
    const answers = await Promise.all([world.finish(both), world.finish(both, { at: other })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect(world.provider.tokenRequests.length).toBe(2);
  });

  it('leads to no gateway that has other settings of the provider: it would send the code somewhere else', async () => {
    const world = await startOidcWorld(key);
    const { issuer } = world.provider;
    const redirectUrl = 'http://gateway.lan:8119/callback';
    const settings = {
      enabled: true,
      issuer,
      clientId: 'gateway',
      redirectUrl: `http://gateway.lan:8119${callbackPath}`,
    };
    for (const change of [{ clientId: 'other' }, { issuer: 'http://127.0.0.1:1' }, { redirectUrl }]) {
      const other = world.another({ oidc: { ...settings, ...change } });
      const flow = await world.start();
      expect(await world.finish(flow, { at: other })).toMatchObject(invalidState);
      expect((await world.finish(flow)).status).toBe(303);
    }
    expect(world.provider.tokenRequests.length).toBe(3);
  });

  it('leaves nothing in the stores that the provider is asked with', async () => {
    const added: unknown[] = [];
    const stores = createMemoryStores();
    const { flows } = stores;
    if (!flows) throw new Error('no flows');
    const add: typeof flows.add = (flow, limits) => {
      added.push(flow);
      return flows.add(flow, limits);
    };
    const world = await startOidcWorld(key, {}, { stores: { ...stores, flows: { ...flows, add } } });
    const { state, nonce, cookie } = await world.start();
    expect(added).toHaveLength(1);
    for (const secret of [state, nonce, cookie.split('=')[1] ?? ''])
      expect(JSON.stringify(added)).not.toContain(secret);
    expect(new Set([state, nonce, cookie.split('=')[1]]).size).toBe(3);
  });

  it('is closed, and none begins, while the stores cannot be asked', async () => {
    const stores = createMemoryStores();
    const away = () => Promise.reject(new Error('away'));
    const flows = { add: away, take: away };
    const world = await startOidcWorld(key, {}, { stores });
    const other = world.another({ stores: { ...stores, flows } });
    const answer = await other.oidc?.start(describeRequest(), {});
    expect(answer?.ok === false && answer.problem.reason).toBe('auth_store_unavailable');
    const flow = await world.start();
    expect(await world.finish(flow, { at: other })).toMatchObject({ status: 503, reason: 'auth_store_unavailable' });
    expect((await world.finish(flow)).status).toBe(303);
    expect(world.provider.tokenRequests.length).toBe(1);
  });

  it('is open for ten minutes [G06]', async () => {
    const world = await startOidcWorld(key);
    const flow = await world.start();
    world.clock.advance(600_000);
    expect(await world.finish(flow)).toMatchObject(invalidState);
    const late = await world.start();
    world.clock.advance(599_999);
    expect((await world.finish(late)).status).toBe(303);
  });

  it('names the issuer when the provider announced it, and never another [G07]', async () => {
    const world = await startOidcWorld(key);
    expect((await world.sign()).status).toBe(303);
    expect(await world.sign({ query: (honest) => query({ ...honest, iss: 'https://other.example' }) })).toMatchObject(
      invalidState,
    );
    expect((await world.sign({ query: (honest) => query({ ...honest, iss: world.provider.issuer }) })).status).toBe(
      303,
    );
    const strict = await startOidcWorld(key);
    strict.provider.behaviour.metadata = (honest) => ({
      ...honest,
      authorization_response_iss_parameter_supported: true,
    });
    expect(await strict.sign()).toMatchObject(invalidState);
    expect((await strict.sign({ query: (honest) => query({ ...honest, iss: strict.provider.issuer }) })).status).toBe(
      303,
    );
  });

  it('repeats no text of the provider about a refusal [G08]', async () => {
    const world = await startOidcWorld(key);
    const answer = await world.sign({
      query: ({ state }) => query({ state, error: 'access_denied', error_description: '<script>alert(1)</script>' }),
    });
    expect(answer).toMatchObject({ reason: 'oidc_denied', location: '/login?error=oidc_denied' });
    expect(JSON.stringify([answer, world.log, world.audit])).not.toContain('script');
    expect(world.provider.tokenRequests).toEqual([]);
  });

  it('has either a code or an error, and one of it [G09]', async () => {
    const world = await startOidcWorld(key);
    expect(await world.sign({ query: (honest) => query({ ...honest, error: 'access_denied' }) })).toMatchObject(
      invalidState,
    );
    expect(await world.sign({ query: (honest) => `${query(honest)}&code=other` })).toMatchObject(invalidState);
    expect(await world.sign({ query: ({ state }) => query({ state }) })).toMatchObject(invalidState);
    expect(world.provider.tokenRequests).toEqual([]);
  });

  it('is walked by GET only, and other methods use nothing up [G10]', async () => {
    const world = await startOidcWorld(key);
    const flow = await world.start();
    expect(await world.finish(flow, { request: { method: 'POST' } })).toMatchObject(invalidState);
    expect(await world.finish(flow, { request: { method: 'HEAD' } })).toMatchObject(invalidState);
    expect((await world.finish(flow)).status).toBe(303);
  });

  it('ends in bounded time and memory for any answer of the provider [G16]', async () => {
    const answers: readonly ((path: string) => readonly [string, string] | null)[] = [
      (path) => (path === '/jwks' ? ['application/json', `{"keys":["${'x'.repeat(10_000_000)}"]}`] : null),
      (path) => (path === '/jwks' ? ['application/json', JSON.stringify({ keys: Array(10_000).fill(key.jwk) })] : null),
      (path) => (path === '/jwks' ? ['text/html', '<html>'] : null),
      (path) => (path === '/jwks' ? ['application/json', '{"keys":7}'] : null),
      (path) => (path === '/token' ? ['text/html', '<html>'] : null),
      (path) => (path === '/token' ? ['application/json', 'no json'] : null),
      (path) => (path === '/token' ? ['application/json', 'null'] : null),
      (path) => (path === '/token' ? ['application/json', `{"id_token":"${'x'.repeat(10_000_000)}"}`] : null),
    ];
    for (const [index, answer] of answers.entries()) {
      const world = await startOidcWorld(key);
      world.provider.behaviour.intercept = (request, response) => {
        const made = answer(request.url ?? '');
        if (made) response.writeHead(200, { 'Content-Type': made[0] }).end(made[1]);
        return made !== null;
      };
      expect([index, (await world.sign()).reason]).toEqual([index, 'oidc_upstream']);
    }
  });

  it('gives a provider that hangs ten seconds [G16]', async () => {
    const world = await startOidcWorld(key);
    const flow = await world.start();
    const reached = new Promise<void>((resolve) => {
      world.provider.behaviour.intercept = () => {
        resolve();
        return true;
      };
    });
    const answer = world.finish(flow);
    await reached;
    world.clock.advance(10_000);
    expect(await answer).toMatchObject({
      status: 502,
      reason: 'oidc_upstream',
      location: '/login?error=oidc_upstream',
    });
  });

  it('uses keys it has while the provider is down, for a day', async () => {
    const world = await startOidcWorld(key);
    expect((await world.sign()).status).toBe(303);
    world.provider.behaviour.intercept = (request, response) => {
      if (request.url !== '/jwks') return false;
      response.writeHead(500).end();
      return true;
    };
    world.clock.advance(2 * 3_600_000);
    expect((await world.sign()).status).toBe(303);
    world.clock.advance(23 * 3_600_000);
    expect((await world.sign()).reason).toBe('oidc_upstream');
  });

  it('maps the role claim exactly [G17] [G18]', async () => {
    const cases: readonly (readonly [Claims, string, string?])[] = [
      [{ role: 'admin' }, 'admin'],
      [{ role: 'administrator' }, 'admin'],
      [{ role: ['viewer', 'operator'] }, 'operator'],
      [{ role: ['operator', 'admin', 'viewer'] }, 'admin'],
      [{ role: 'Admin' }, 'viewer'],
      [{ role: 'admin ' }, 'viewer'],
      [{ role: 1 }, 'viewer'],
      [{ role: { a: 1 } }, 'viewer'],
      [{ role: [['admin']] }, 'viewer'],
      [{ role: undefined }, 'viewer'],
      [{ role: 'constructor' }, 'viewer'],
      [{ realm_access: { roles: ['operator'] } }, 'operator', 'realm_access.roles'],
      [{ 'https://x.y/roles': ['admin'] }, 'admin', 'https://x.y/roles'],
      [{ 'a.b': 'operator', a: { b: 'admin' } }, 'operator', 'a.b'],
      [{}, 'viewer', '__proto__.x'],
      [{}, 'viewer', 'constructor.name'],
      [{ a: ['admin'] }, 'viewer', 'a.0'],
    ];
    for (const [change, role, roleClaim] of cases) {
      const world = await startOidcWorld(key, { roleClaim });
      world.provider.behaviour.idToken = (claims) => signed({ ...claims, ...change });
      expect([change, roleClaim, (await world.sign()).role]).toEqual([change, roleClaim, role]);
    }
  });

  it('can refuse users to whom the provider gives no role', async () => {
    const world = await startOidcWorld(key, { requireRole: true });
    expect((await world.sign()).role).toBe('operator');
    world.provider.behaviour.idToken = (claims) => signed({ ...claims, role: 'none' });
    expect(await world.sign()).toMatchObject({ status: 403, reason: 'oidc_role_required' });
  });

  it('never becomes the local account of the same name [G19]', async () => {
    const world = await startOidcWorld(key);
    world.provider.behaviour.idToken = (claims) => signed({ ...claims, preferred_username: 'root', role: 'viewer' });
    const answer = await world.sign();
    expect(answer).toMatchObject({ subject: 'root', role: 'viewer' });
    expect(answer.key).not.toBe('local:root');
    const request = describeRequest({ headers: { Cookie: answer.cookies[0]?.split(';')[0] ?? '' } });
    const verdict = await world.auth.check(request, 'viewer');
    if (!verdict.ok || !verdict.principal) throw new Error('not signed in');
    const change = await world.auth.changePassword(request, verdict.principal, {
      current_password: passwords.root,
      new_password: 'taken-over-1',
    });
    expect(change.ok ? '' : change.problem.reason).toBe('password_change_unavailable');
    expect((await world.login('root', passwords.root)).status).toBe(200);
  });

  it('falls back to sub where the preferred name is of no use [G20]', async () => {
    const world = await startOidcWorld(key);
    for (const preferred of ['   ', 'x'.repeat(300), 'a\u0000b', 'a\u202eb', 7, null, undefined]) {
      world.provider.behaviour.idToken = (claims) => signed({ ...claims, sub: 'Sub-1', preferred_username: preferred });
      expect((await world.sign()).subject).toBe('Sub-1');
    }
    world.provider.behaviour.idToken = (claims) => signed({ ...claims, sub: 'a\nb', preferred_username: '' });
    expect((await world.sign()).reason).toBe('oidc_token_invalid');
  });

  it('leads to the page that was asked for', async () => {
    const world = await startOidcWorld(key);
    expect((await world.sign({ returnTo: '/devices?room=1#x' })).location).toBe('/devices?room=1#x');
    expect((await world.sign({ returnTo: 'https://evil.example/' })).location).toBe('/');
  });

  it('starts a new session and ends the one the browser had [G22]', async () => {
    const world = await startOidcWorld(key);
    const before = await world.signIn('op');
    const flow = await world.start();
    const answer = await world.finish(flow, { request: {}, cookie: (cookie) => `${cookie}; ${before.cookie}` });
    expect(answer.status).toBe(303);
    expect(answer.cookies[0]).not.toContain(before.id);
    expect((await world.call({ headers: before.headers })).status).toBe(401);
  });

  it('sends the secret of a confidential client as Basic, and none for a public one [G24]', async () => {
    const open = await startOidcWorld(key);
    expect((await open.sign()).status).toBe(303);
    expect(open.provider.tokenRequests[0]?.authorization).toBeUndefined();
    expect(open.provider.tokenRequests[0]?.body.get('client_id')).toBe('gateway');
    expect(open.provider.tokenRequests[0]?.body.get('code_verifier')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const closed = await startOidcWorld(key, { clientSecret: 'a-client-secret-of-length' });
    closed.canary.plant('a-client-secret-of-length');
    expect((await closed.sign()).status).toBe(303);
    const sent = closed.provider.tokenRequests[0];
    const pair = Buffer.from(sent?.authorization?.slice(6) ?? '', 'base64').toString();
    expect(decodeURIComponent(pair)).toBe('gateway:a-client-secret-of-length');
    expect(sent?.body.has('client_secret')).toBe(false);
    expect(closed.provider.requests.some((line) => line.includes('secret'))).toBe(false);
    const post = await startOidcWorld(key, { clientSecret: 'a-client-secret-of-length' });
    post.provider.behaviour.metadata = (honest) => ({
      ...honest,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    });
    expect((await post.sign()).status).toBe(303);
    expect(post.provider.tokenRequests[0]?.body.get('client_secret')).toBe('a-client-secret-of-length');
  });

  it('spells a secret so that providers read it alike, decoding or not', async () => {
    const clientSecret = "a-secret_of.signs!~*'()0";
    const world = await startOidcWorld(key, { clientSecret });
    expect((await world.sign()).status).toBe(303);
    const pair = Buffer.from(world.provider.tokenRequests[0]?.authorization?.slice(6) ?? '', 'base64').toString();
    expect(pair).toBe(`gateway:${clientSecret}`);
    expect(decodeURIComponent(pair)).toBe(`gateway:${clientSecret}`);
    const other = await startOidcWorld(key, { clientSecret: 'with%20 +:ü' });
    expect((await other.sign()).status).toBe(303);
    const encoded = Buffer.from(other.provider.tokenRequests[0]?.authorization?.slice(6) ?? '', 'base64').toString();
    expect(encoded.split(':').map(decodeURIComponent)).toEqual(['gateway', 'with%20 +:ü']);
  });

  it("sends the secret by the configured method, independent of the provider's offer", async () => {
    for (const [tokenEndpointAuthMethod, offered] of [
      ['client_secret_post', ['client_secret_basic']],
      ['client_secret_basic', ['client_secret_post']],
    ] as const) {
      const world = await startOidcWorld(key, { clientSecret: 'a-client-secret-of-length', tokenEndpointAuthMethod });
      world.provider.behaviour.metadata = (honest) => ({
        ...honest,
        token_endpoint_auth_methods_supported: offered,
      });
      expect((await world.sign()).status).toBe(303);
      const [sent] = world.provider.tokenRequests;
      const post = tokenEndpointAuthMethod === 'client_secret_post';
      expect([sent?.body.has('client_secret'), sent?.authorization !== undefined]).toEqual([post, !post]);
    }
  });
});
