import { describe, expect, it } from 'vitest';
import { type OidcWorld, startOidcWorld } from './oidc-world.js';
import { makeSigningKey, signRaw } from './rogue-provider.js';

const key = makeSigningKey('k1');

/** A world with a token endpoint that answers these members beside or instead of its honest ones. */
async function startWorldWith(members: Readonly<Record<string, unknown>>, status = 200): Promise<OidcWorld> {
  const world = await startOidcWorld(key);
  const { provider } = world;
  provider.behaviour.intercept = (request, response) => {
    if (request.url !== '/token') return false;
    request.resume();
    const seconds = Math.floor(world.clock.now() / 1000);
    const claims = { iss: provider.issuer, aud: 'gateway', sub: 'user-1', iat: seconds, exp: seconds + 300 };
    const idToken = signRaw(
      JSON.stringify({ alg: 'RS256', kid: 'k1' }),
      JSON.stringify({ ...claims, nonce: provider.nonce, role: 'operator' }),
      key.privateKey,
    );
    const honest = { access_token: 'access', token_type: 'Bearer', id_token: idToken };
    response.writeHead(status, { 'Content-Type': 'application/json;charset=UTF-8' });
    response.end(JSON.stringify({ ...honest, ...members }));
    return true;
  };
  return world;
}
const causeIn = (world: OidcWorld) =>
  world.log.findLast(({ event }) => /token_refused|upstream_failed/.test(event))?.fields.cause;

describe('an answer of the token endpoint', () => {
  const odd = [null, '', 0, 7, '3600', 'soon', true, [], {}, ['openid'], { a: 1 }];

  it.each([
    'refresh_token',
    'scope',
    'expires_in',
    'refresh_expires_in',
    'session_state',
    'not-before-policy',
    'id_token_hint',
  ])('signs in with any form of the optional %s', async (name) => {
    for (const value of odd) {
      const world = await startWorldWith({ [name]: value });
      expect([value, await world.sign()]).toMatchObject([value, { status: 303, role: 'operator' }]);
    }
  });

  it.each(['bearer', 'BEARER', 'Bearer ', 'N_A', null, undefined, 7])(
    'signs in with any type of its access token: %j',
    async (token_type) => {
      expect(await (await startWorldWith({ token_type })).sign()).toMatchObject({ status: 303, role: 'operator' });
    },
  );

  it('is refused by the name of the field that is needed and is not there', async () => {
    for (const value of [null, undefined, 7, {}]) {
      const idToken = await startWorldWith({ id_token: value });
      expect(await idToken.sign()).toMatchObject({ status: 401, reason: 'oidc_token_invalid' });
      expect(causeIn(idToken)).toContain('id_token');
      const access = await startWorldWith({ access_token: value });
      expect(await access.sign()).toMatchObject({ status: 502, reason: 'oidc_upstream' });
      expect(causeIn(access)).toContain('access_token');
    }
  });

  it('names the code of a refusal, and repeats no other text', async () => {
    const wrong = await startWorldWith({ error: 'invalid_client' }, 401);
    expect(await wrong.sign()).toMatchObject({ status: 502 });
    expect(causeIn(wrong)).toBe('token endpoint: status 401 (invalid_client)');
    const own = await startWorldWith({ error: 'the code is s3cret' }, 400);
    await own.sign();
    expect(causeIn(own)).toBe('token endpoint: status 400');
  });
});

describe('the metadata and keys of a provider', () => {
  it('may write null for absent members', async () => {
    const world = await startOidcWorld(key);
    const { behaviour } = world.provider;
    behaviour.metadata = (honest) => ({
      ...honest,
      code_challenge_methods_supported: null,
      userinfo_endpoint: null,
      end_session_endpoint: null,
      token_endpoint_auth_methods_supported: null,
      authorization_response_iss_parameter_supported: null,
      id_token_signing_alg_values_supported: null,
      scopes_supported: null,
      claims_supported: {},
    });
    behaviour.keys = () => [{ ...key.jwk, use: null, alg: null, key_ops: null, x5c: null }];
    expect(await world.sign()).toMatchObject({ status: 303, role: 'operator' });
  });
});

describe('a claim of roles that names none', () => {
  it.each([
    ['Admin', '"Admin"'],
    ['/admin', '"/admin"'],
    ['admin,users', '"admin,users"'],
    [{ admin: true }, '{"admin":true}'],
    [['Admin', 'users'], '["Admin","users"]'],
    [7, '7'],
    ['x'.repeat(5_000), `"${'x'.repeat(199)}`],
  ])('makes a viewer and logs the received and the accepted values: %j', async (role, came) => {
    const world = await startOidcWorld(key);
    world.provider.behaviour.idToken = (claims) =>
      signRaw(JSON.stringify({ alg: 'RS256', kid: 'k1' }), JSON.stringify({ ...claims, role }), key.privateKey);
    expect(await world.sign()).toMatchObject({ status: 303, role: 'viewer' });
    const line = world.log.find(({ event }) => event === 'auth.oidc.role_unmapped');
    expect(line?.fields).toMatchObject({ claim: 'role', came, effect: 'the user is a viewer' });
    expect(line?.fields.counts).toContain('admin, administrator, operator, viewer');
  });

  it('is no such line where a role is named or the claim is not there', async () => {
    for (const role of ['viewer', undefined]) {
      const world = await startOidcWorld(key);
      world.provider.behaviour.idToken = (claims) =>
        signRaw(JSON.stringify({ alg: 'RS256', kid: 'k1' }), JSON.stringify({ ...claims, role }), key.privateKey);
      expect(await world.sign()).toMatchObject({ status: 303, role: 'viewer' });
      expect(world.log.some(({ event }) => event === 'auth.oidc.role_unmapped')).toBe(false);
    }
  });
});
