import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AuthConfigError, type OidcOptions } from '../src/index.js';
import type { WorldOptions } from '../src/testing/index.js';
import { type OidcWorld, startOidcWorld } from './oidc-world.js';
import { b64, type Claims, clientId, makeSigningKey, signRaw } from './rogue-provider.js';

const key = makeSigningKey('k1');
const attacker = makeSigningKey('k1');

const resource = {
  id: 'https://gateway.example/mcp',
  metadataUrl: 'https://gateway.example/.well-known/oauth-protected-resource/mcp',
};
const head = (change: Claims = {}) => JSON.stringify({ alg: 'RS256', kid: 'k1', typ: 'at+jwt', ...change });

const startAccessWorld = (oidc: Partial<OidcOptions> = {}, options: WorldOptions = {}) =>
  startOidcWorld(key, { resource, ...oidc }, options);

function honest({ provider, clock }: OidcWorld): Claims {
  const seconds = Math.floor(clock.now() / 1000);
  return {
    iss: provider.issuer,
    aud: resource.id,
    sub: 'user-1',
    client_id: 'assistant-7',
    iat: seconds,
    exp: seconds + 300,
    preferred_username: 'Karla ',
    role: 'operator',
  };
}

const sign = (claims: Claims, change: Claims = {}, by = key) =>
  signRaw(head(change), JSON.stringify(claims), by.privateKey);
const token = (world: OidcWorld, change: Claims = {}, header: Claims = {}) =>
  sign({ ...honest(world), ...change }, header);

const present = (world: OidcWorld, value: string, accessTokens = true) =>
  world.call({ headers: { Authorization: `Bearer ${value}` } }, 'viewer', { accessTokens });

async function expectRefused(world: OidcWorld, value: string): Promise<void> {
  const outcome = await present(world, value);
  expect([outcome.status, outcome.reason]).toEqual([401, 'oidc_token_invalid']);
  expect(world.header(outcome, 'WWW-Authenticate')).toBe('Bearer realm="service", error="invalid_token"');
}

/** A case of one or more tokens that must all be refused, beside one that is accepted. */
function refuses(title: string, variants: readonly ((world: OidcWorld) => string)[]): void {
  it(title, async () => {
    const world = await startAccessWorld();
    expect((await present(world, token(world))).status).toBe(200);
    for (const variant of variants) await expectRefused(world, variant(world));
  });
}

const hmac = (claims: Claims, secret: string | Buffer) => {
  const input = `${b64(head({ alg: 'HS256' }))}.${b64(JSON.stringify(claims))}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};
const without = (world: OidcWorld, name: string) =>
  sign(Object.fromEntries(Object.entries(honest(world)).filter(([claim]) => claim !== name)));
const inSeconds = (name: string, offset: number) => (world: OidcWorld) =>
  token(world, { [name]: Number(honest(world).iat) + offset });

describe('an access token of the provider', () => {
  it('proves the person of a sign-in, with the role of its claim, and is audited with its client [H35]', async () => {
    const world = await startAccessWorld();
    const { principal } = await present(world, token(world));
    const { key: signedIn } = await world.sign();
    expect(principal).toMatchObject({ key: signedIn, subject: 'karla', scheme: 'oidc', role: 'operator' });
    expect(principal?.viaClient).toBe('assistant-7');
    expect(principal?.expiresAt).toBe((Number(honest(world).exp) + 60) * 1000);
    expect(world.audit).toContainEqual(
      expect.objectContaining({ action: 'auth.request', outcome: 'ok', subject: 'karla', target: 'assistant-7' }),
    );
  });

  it('counts at the protected resource alone [H35]', async () => {
    const world = await startAccessWorld();
    expect(await present(world, token(world), false)).toMatchObject({ status: 401, reason: 'unauthenticated' });
    expect((await present(world, token(world))).status).toBe(200);
  });

  it('counts nowhere where no resource is configured, and causes no request [H35]', async () => {
    const world = await startOidcWorld(key);
    expect(await present(world, token(world))).toMatchObject({ status: 401, reason: 'unauthenticated' });
    expect(world.provider.requests).toEqual([]);
    expect(world.auth.oidc?.resource).toBeNull();
  });

  it('may name several audiences, or be one of Keycloak', async () => {
    const world = await startAccessWorld();
    for (const value of [
      token(world, { aud: ['account', resource.id] }),
      token(world, {}, { typ: 'application/at+jwt' }),
      token(world, { typ: 'Bearer', azp: 'assistant-7', client_id: undefined }, { typ: 'JWT' }),
    ]) {
      expect((await present(world, value)).principal?.viaClient).toBe('assistant-7');
    }
  });

  it('leaves tokens of the gateway as they are', async () => {
    const world = await startAccessWorld();
    expect((await present(world, world.tokens.admin)).principal?.scheme).toBe('bearer');
    expect(await present(world, 'A'.repeat(43))).toMatchObject({ status: 401, reason: 'unauthenticated' });
  });

  it('keeps its role while the settings stay, and loses it with other ones', async () => {
    const world = await startAccessWorld();
    const { principal } = await present(world, token(world));
    if (principal === null) throw new Error('The token was refused');
    expect(await world.auth.currentRole(principal)).toBe('operator');
    const ended: number[] = [];
    world.auth.watch(principal, (code) => ended.push(code));
    const oidc = { enabled: true, issuer: world.provider.issuer, clientId, redirectUrl: 'https://g.example/callback' };
    world.auth.reconfigure({ oidc: { ...oidc, resource: { ...resource, id: 'https://gateway.example/other' } } });
    expect(await world.auth.currentRole(principal)).toBeNull();
    await expect.poll(() => ended).toEqual([4401]);
    await expectRefused(world, token(world));
  });

  it('ends its watchers when it expires', async () => {
    const world = await startAccessWorld();
    const { principal } = await present(world, token(world));
    if (principal === null) throw new Error('The token was refused');
    const ended: number[] = [];
    world.auth.watch(principal, (code) => ended.push(code));
    world.clock.advance(359_000);
    expect(ended).toEqual([]);
    world.clock.advance(1_000);
    expect(ended).toEqual([4401]);
  });
});

describe('the signature of an access token', () => {
  refuses('is required, and is not one keyed with the public key [H36]', [
    (world) => `${b64(head({ alg: 'none' }))}.${b64(JSON.stringify(honest(world)))}.`,
    (world) => `${b64(head({ alg: 'none' }))}.${b64(JSON.stringify(honest(world)))}.AAAA`,
    (world) => hmac(honest(world), key.publicKey.export({ type: 'spki', format: 'pem' })),
    (world) => hmac(honest(world), JSON.stringify(key.jwk)),
  ]);
  refuses('is one of the keys of the provider, not of the token [H37]', [
    (world) => sign(honest(world), {}, attacker),
    (world) => sign(honest(world), { jwk: attacker.jwk }, attacker),
    (world) => sign(honest(world), { jku: `${world.provider.issuer}/attacker`, x5u: 'http://127.0.0.1/' }, attacker),
    (world) => sign(honest(world), { kid: '../../dev/null' }, attacker),
    (world) => sign(honest(world), { kid: `${world.provider.issuer}/attacker` }, attacker),
    (world) => `${token(world).split('.').slice(0, 2).join('.')}.${token(world, { role: 'admin' }).split('.')[2]}`,
  ]);

  it('by a rotated key is accepted, and an attacker uses up no requests of sign-ins [H37]', async () => {
    const world = await startAccessWorld();
    expect((await world.sign()).status).toBe(303);
    for (let index = 0; index < 20; index += 1)
      await expectRefused(world, token(world, {}, { kid: `made-up-${index}` }));
    // One for the sign-in, one for the first token, and eight for unknown ids.
    expect(world.provider.count('/jwks')).toBe(10);
    world.provider.behaviour.keys = () => [{ ...attacker.jwk, kid: 'k2' }];
    world.provider.behaviour.idToken = (claims) =>
      signRaw(head({ kid: 'k2', typ: 'JWT' }), JSON.stringify(claims), attacker.privateKey);
    expect((await world.sign()).status).toBe(303);
    world.clock.advance(60_000);
    expect((await present(world, sign(honest(world), { kid: 'k2' }, attacker))).status).toBe(200);
  });
});

describe('the claims of an access token', () => {
  refuses('are of this issuer and for this resource, letter by letter [H38]', [
    (world) => token(world, { iss: 'https://rogue.example' }),
    (world) => token(world, { iss: `${world.provider.issuer}/` }),
    (world) => token(world, { aud: 'https://other.example/mcp' }),
    (world) => token(world, { aud: `${resource.id}/` }),
    (world) => token(world, { aud: 'https://gateway.example' }),
    (world) => token(world, { aud: clientId }),
    (world) => token(world, { aud: [resource.id, 7] }),
    (world) => token(world, { aud: { 0: resource.id } }),
    (world) => without(world, 'aud'),
    (world) => without(world, 'iss'),
  ]);
  refuses('are those of an access token: ID tokens, refresh tokens and logout tokens are none [H38]', [
    (world) => token(world, { nonce: 'n' }, { typ: 'JWT' }),
    (world) => token(world, {}, { typ: undefined }),
    (world) => token(world, { typ: 'ID' }, { typ: 'JWT' }),
    (world) => token(world, { typ: 'Refresh' }, { typ: 'JWT' }),
    (world) => token(world, {}, { typ: 'logout+jwt' }),
    (world) => token(world, { typ: ['Bearer'] }, { typ: 'JWT' }),
  ]);
  refuses('are in force: not ended, not of a later time [H39]', [
    inSeconds('exp', -61),
    inSeconds('nbf', 3600),
    inSeconds('iat', 3600),
    (world) => token(world, { exp: '9999999999' }),
    (world) => token(world, { exp: 1e20 }),
    (world) => without(world, 'exp'),
    (world) => without(world, 'iat'),
  ]);
  refuses('name a person and a client, and are bound to no key [H40]', [
    (world) => without(world, 'sub'),
    (world) => token(world, { sub: 7 }),
    (world) => without(world, 'client_id'),
    (world) => token(world, { client_id: 'a\nb' }),
    (world) => token(world, { cnf: { jkt: 'x' } }),
  ]);

  it('give the role of the claim and no wider one [H41]', async () => {
    const world = await startAccessWorld();
    for (const [role, expected] of [
      ['admin', 'admin'],
      [['viewer', 'operator'], 'operator'],
      ['Admin', 'viewer'],
      [{ admin: true }, 'viewer'],
      [undefined, 'viewer'],
    ] as const) {
      expect((await present(world, token(world, { role, scope: 'admin' }))).principal?.role).toBe(expected);
    }
    const viewer = { Authorization: `Bearer ${token(world, { role: 'viewer' })}` };
    const refused = await world.call({ headers: viewer }, 'operator', { accessTokens: true });
    expect([refused.status, refused.reason]).toEqual([403, 'forbidden_role']);
  });

  it('without a role are refused where the settings require one [H41]', async () => {
    const world = await startAccessWorld({ requireRole: true });
    const refused = await present(world, token(world, { role: 'root' }));
    expect([refused.status, refused.reason]).toEqual([403, 'oidc_role_required']);
    expect(world.audit).toContainEqual(
      expect.objectContaining({ outcome: 'refused', subject: 'karla', reason: 'oidc_role_required' }),
    );
  });
});

describe('the form of an access token', () => {
  refuses('is that of a signed one with a bounded length; opaque ones are refused in words [H42]', [
    () => 'opaque-token-of-the-provider',
    (world) => token(world, { filler: 'x'.repeat(20_000) }),
    (world) => `${token(world)}.AAAA`,
    (world) => `${token(world)}=`,
    (world) => signRaw('{"alg":"RS256","typ":"at+jwt","typ":"JWT"}', JSON.stringify(honest(world)), key.privateKey),
    () => signRaw(head(), '{"aud":"x","aud":"y"}', key.privateKey),
  ]);

  it('names its fault where the maker of a client can mend it', async () => {
    const world = await startAccessWorld();
    const detailOf = async (value: string) => (await present(world, value)).problem?.detail;
    expect(await detailOf('opaque')).toContain('signed access token (JWT)');
    expect(await detailOf(token(world, { aud: 'x' }))).toContain('another service');
    expect(await detailOf(inSeconds('exp', -100)(world))).toContain('expired');
  });

  it('without a chance causes no request at all [H43]', async () => {
    const world = await startAccessWorld();
    for (const value of [
      'opaque',
      token(world, { iss: 'https://rogue.example' }),
      token(world, { aud: 'x' }),
      inSeconds('exp', -100)(world),
    ]) {
      await expectRefused(world, value);
    }
    expect(world.provider.requests).toEqual([]);
  });

  it('counts against its source after many wrong ones [H43]', async () => {
    const world = await startAccessWorld({}, { throttled: true });
    for (let index = 0; index < 60; index += 1) await present(world, 'opaque');
    expect(await present(world, 'opaque')).toMatchObject({ status: 429, reason: 'login_throttled' });
    expect((await present(world, token(world))).status).toBe(200);
  });
});

describe('a provider that is away', () => {
  it('refuses tokens as unchecked, with one request for all of them in ten seconds [H43]', async () => {
    const world = await startAccessWorld();
    world.provider.behaviour.intercept = (_request, response) => {
      response.writeHead(500).end();
      return true;
    };
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => present(world, token(world))));
    for (const outcome of outcomes) {
      expect([outcome.status, outcome.reason]).toEqual([503, 'oidc_unavailable']);
      expect(world.header(outcome, 'Retry-After')).toBe('10');
    }
    for (let index = 0; index < 20; index += 1) expect((await present(world, token(world))).status).toBe(503);
    expect(world.provider.requests).toHaveLength(1);
    world.provider.behaviour.intercept = () => false;
    world.clock.advance(10_000);
    expect((await present(world, token(world))).status).toBe(200);
  });

  it('is asked for its keys once by all callers, and not at all while they are fresh [H43]', async () => {
    const world = await startAccessWorld();
    world.provider.behaviour.intercept = (request, response) => {
      if (request.url !== '/jwks') return false;
      response.writeHead(503, { 'Content-Type': 'application/json' }).end('{}');
      return true;
    };
    await Promise.all(Array.from({ length: 50 }, () => present(world, token(world))));
    expect(world.provider.count('/jwks')).toBe(1);
    world.provider.behaviour.intercept = () => false;
    world.clock.advance(10_000);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => present(world, token(world))));
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(world.provider.count('/jwks')).toBe(2);
  });

  it('costs nothing for a day while its keys are known [H43]', async () => {
    const world = await startAccessWorld();
    expect((await present(world, token(world))).status).toBe(200);
    world.provider.behaviour.intercept = (_request, response) => {
      response.writeHead(500).end();
      return true;
    };
    const before = world.provider.requests.length;
    world.clock.advance(12 * 3_600_000);
    for (let index = 0; index < 20; index += 1) expect((await present(world, token(world))).status).toBe(200);
    expect(world.provider.requests).toHaveLength(before + 1);
    world.clock.advance(13 * 3_600_000);
    for (let index = 0; index < 20; index += 1) expect((await present(world, token(world))).status).toBe(503);
    expect(world.provider.requests).toHaveLength(before + 3);
  });
});

describe('a protected resource', () => {
  it('is described with its provider', async () => {
    const world = await startAccessWorld();
    expect(world.auth.oidc?.resource).toEqual({
      metadataUrl: resource.metadataUrl,
      metadata: {
        resource: resource.id,
        authorization_servers: [world.provider.issuer],
        scopes_supported: ['openid', 'profile', 'email'],
        bearer_methods_supported: ['header'],
      },
    });
  });

  it('is another text than the client id, and a plain URL', async () => {
    for (const id of [clientId, 'https://gateway.example/mcp?x=1', 'gateway']) {
      await expect(startAccessWorld({ resource: { ...resource, id } })).rejects.toThrow(AuthConfigError);
    }
    const url = 'https://gateway.example/mcp';
    await expect(startAccessWorld({ clientId: url })).rejects.toMatchObject({ option: 'oidc.resource' });
  });
});
