import { describe, expect, it } from 'vitest';
import { type OidcWorld, startOidcWorld } from './oidc-world.js';
import { type Claims, makeSigningKey, signRaw } from './rogue-provider.js';

const key = makeSigningKey('k1');
const path = '/userinfo';

interface Told {
  readonly status?: number;
  readonly type?: string;
  readonly body: unknown;
  readonly endpoint?: string;
}

/** A provider with these claims in its ID tokens beside the required ones, and the rest at its userinfo endpoint. */
async function startTellingWorld(claims: Claims, told: Told): Promise<OidcWorld & { readonly asked: string[] }> {
  const world = await startOidcWorld(key, { roleClaim: 'groups' });
  const asked: string[] = [];
  const { behaviour, issuer } = world.provider;
  behaviour.metadata = (honest) => ({ ...honest, userinfo_endpoint: told.endpoint ?? issuer + path });
  behaviour.idToken = ({ role: _, preferred_username: __, ...honest }) =>
    signRaw(JSON.stringify({ alg: 'RS256', kid: 'k1' }), JSON.stringify({ ...honest, ...claims }), key.privateKey);
  behaviour.intercept = (request, response) => {
    if (request.url !== path) return false;
    asked.push(request.headers.authorization ?? '');
    const type = told.type ?? 'application/json';
    response.writeHead(told.status ?? 200, { 'Content-Type': type }).end(JSON.stringify(told.body));
    return true;
  };
  return { ...world, asked };
}

describe('the answer of the userinfo endpoint', () => {
  it('gives the role when the token holds no claim of roles, and the name [G17]', async () => {
    const world = await startTellingWorld(
      {},
      { body: { sub: 'user-1', groups: ['users', 'operator'], preferred_username: 'Karla' } },
    );
    expect(await world.sign()).toMatchObject({ status: 303, role: 'operator', subject: 'karla' });
    expect(world.asked).toEqual(['Bearer access']);
  });

  it('is not asked for when the token holds the claim, even one that names no role', async () => {
    const world = await startTellingWorld({ groups: ['users'] }, { body: { sub: 'user-1', groups: ['admin'] } });
    expect(await world.sign()).toMatchObject({ status: 303, role: 'viewer' });
    expect(world.asked).toEqual([]);
  });

  it('never replaces signed claims', async () => {
    const world = await startTellingWorld(
      { preferred_username: 'signed' },
      { body: { sub: 'user-1', groups: 'admin', preferred_username: 'told', iss: 'https://other.example' } },
    );
    const answer = await world.sign();
    expect(answer).toMatchObject({ role: 'admin', subject: 'signed', key: `oidc:${world.provider.issuer}#user-1` });
  });

  it('is refused when it is about another user', async () => {
    for (const [sub, status] of [['user-2', 401]]) {
      const world = await startTellingWorld({}, { body: { sub, groups: ['admin'] } });
      const answer = await world.sign();
      const session = answer.cookies.some((cookie) => cookie.startsWith('service_session='));
      expect([answer.status, session]).toEqual([status, false]);
    }
  });

  it.each([
    ['status 401', { status: 401, body: { error: 'invalid_token' } }],
    ['status 403', { status: 403, body: {} }],
    ['status 404', { status: 404, body: {} }],
    ['content type', { status: 404, type: 'text/html', body: '<h1>' }],
    ['status 500', { status: 500, body: {} }],
    ['content type', { type: 'application/jwt', body: 'x.y.z' }],
    ['sub', { body: [] }],
    ['sub', { body: null }],
    ['sub', { body: { groups: ['admin'] } }],
    ['sub', { body: { sub: 7, groups: ['admin'] } }],
  ])('leaves the sign-in to the ID token where it cannot be used (%s), and the log names why', async (why, told) => {
    const world = await startTellingWorld({}, told);
    expect(await world.sign()).toMatchObject({ status: 303, role: 'viewer' });
    const line = world.log.find(({ event }) => event === 'auth.oidc.userinfo_unused');
    expect(line?.fields.cause).toContain(why);
    expect(line?.fields.remedy).toContain('"groups"');
  });

  it('is not asked for at an address that is not secure', async () => {
    const endpoint = 'http://10.0.0.1/userinfo';
    const world = await startTellingWorld({}, { endpoint, body: { sub: 'user-1', groups: ['admin'] } });
    expect(await world.sign()).toMatchObject({ status: 303, role: 'viewer' });
  });
});
