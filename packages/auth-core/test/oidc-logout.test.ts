import { describe, expect, it } from 'vitest';
import type { OidcOptions } from '../src/index.js';
import { browserWith, describeRequest } from '../src/testing/index.js';
import { type OidcWorld, startOidcWorld } from './oidc-world.js';
import { type Claims, makeSigningKey } from './rogue-provider.js';

const key = makeSigningKey('k1');

async function startEndingWorld(endpoint: (issuer: string) => unknown, oidc: Partial<OidcOptions> = {}) {
  const world = await startOidcWorld(key, oidc);
  const { behaviour, issuer } = world.provider;
  behaviour.metadata = (honest: Claims) => ({ ...honest, end_session_endpoint: endpoint(issuer) });
  return world;
}

async function signOut(world: OidcWorld, cookies: readonly string[]) {
  const { unsafe: headers } = browserWith(cookies);
  const target = '/api/v1/auth/logout';
  const answer = await world.auth.logout(describeRequest({ method: 'POST', target, headers }));
  if (!answer.ok) throw new Error(answer.problem.reason);
  return answer.value;
}

describe('signing out of a session that a provider gave', () => {
  it('names the provider’s own end of the session, by the id of this client', async () => {
    const back = 'https://gateway.example/login';
    const world = await startEndingWorld((issuer) => `${issuer}/end?tenant=1`, { postLogoutRedirectUrl: back });
    const { cookies } = await world.sign();
    const out = await signOut(world, cookies);
    const url = new URL(out.endSessionUrl ?? '');
    expect(url.origin + url.pathname).toBe(`${world.provider.issuer}/end`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tenant: '1',
      client_id: 'gateway',
      post_logout_redirect_uri: back,
    });
    expect((await world.call({ headers: browserWith(cookies).headers })).status).toBe(401);
    expect((await signOut(world, cookies)).endSessionUrl).toBeUndefined();
  });

  it('does not, if the provider has no safe URL for it or the setting is off', async () => {
    for (const endpoint of [undefined, 'http://10.0.0.1/end', 'javascript:alert(1)', 7]) {
      const world = await startEndingWorld(() => endpoint);
      expect((await signOut(world, (await world.sign()).cookies)).endSessionUrl).toBeUndefined();
    }
    const off = await startEndingWorld((issuer) => `${issuer}/end`, { endSession: false });
    expect((await signOut(off, (await off.sign()).cookies)).endSessionUrl).toBeUndefined();
  });

  it('leaves sessions of passwords alone', async () => {
    const world = await startEndingWorld((issuer) => `${issuer}/end`);
    await world.start();
    const { headers } = { headers: (await world.signIn('op')).unsafe };
    const answer = await world.auth.logout(describeRequest({ method: 'POST', target: '/logout', headers }));
    expect(answer.ok && answer.value.endSessionUrl).toBe(undefined);
  });
});
