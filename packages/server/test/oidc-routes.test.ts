import type { Auth, AuthProblem, OidcService, Principal, Redirect } from '@ccu-gateway/auth-core';
import { startAuthWorld } from '@ccu-gateway/auth-core/testing';
import { describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const refusal: AuthProblem = {
  code: 'bad_request',
  reason: 'oidc_state_invalid',
  detail: 'The answer of the identity provider does not belong to a question of ours',
  headers: [],
};

async function withProvider(oidc: Partial<OidcService>, test: (world: World) => Promise<void>): Promise<void> {
  const { auth } = await startAuthWorld();
  const service: OidcService = {
    ready: () => true,
    resource: null,
    start: async () => ({ ok: false, problem: refusal }),
    callback: async () => ({
      ok: false,
      problem: refusal,
      location: '/login?error=oidc_state_invalid',
      cookies: ['service_oidc=; Max-Age=0'],
    }),
    ...oidc,
  };
  const world = await startWorld({ server: { auth: { ...auth, oidc: service } } });
  await test(world);
  await world.close();
}

describe('signing in through an identity provider', () => {
  it('begins with a redirect that carries the flow’s cookie', () => {
    const asked: unknown[] = [];
    const start: OidcService['start'] = async (_request, input) => {
      asked.push(input);
      return {
        ok: true,
        value: { status: 303, location: 'https://idp.example/authorize?x=1', cookies: ['service_oidc=abc'] },
      };
    };
    return withProvider({ start }, async (world) => {
      const response = await world.request({ target: '/api/v1/auth/oidc/start?return_to=%2Fdocs' });
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe('https://idp.example/authorize?x=1');
      expect(response.headers.getSetCookie()).toEqual(['service_oidc=abc']);
      expect(asked).toEqual([{ returnTo: '/docs' }]);
      expect(await (await world.request({ target: '/login' })).text()).toContain('api/v1/auth/oidc/start');
    });
  });

  it('that cannot begin sends a browser back to the login page, and answers others with the reason', () =>
    withProvider({}, async (world) => {
      const target = '/api/v1/auth/oidc/start';
      const browser = await world.request({ target, headers: { Accept: 'text/html,*/*' } });
      expect([browser.status, browser.headers.get('location')]).toEqual([303, '/login?error=oidc_state_invalid']);
      expect((await world.request({ target })).status).toBe(400);
    }));

  it('ends on the page one came from, with a session', () => {
    const principal: Principal = {
      key: 'oidc:x#1',
      subject: 'anna',
      scheme: 'oidc',
      role: 'viewer',
      credentialId: 'session:1',
      authEpoch: '0',
    };
    const value: Redirect & { readonly principal: Principal } = {
      location: '/docs',
      cookies: ['service_session=1', 'service_csrf=2'],
      principal,
    };
    return withProvider({ callback: async () => ({ ok: true, value }) }, async (world) => {
      const response = await world.request({ target: '/api/v1/auth/oidc/callback?code=c&state=s' });
      expect([response.status, response.headers.get('location')]).toEqual([303, '/docs']);
      expect(response.headers.getSetCookie()).toHaveLength(2);
    });
  });

  it('that fails shows a browser the login page, and a program the problem [G08]', () =>
    withProvider({}, async (world) => {
      const target = '/api/v1/auth/oidc/callback?error=access_denied&error_description=%3Cscript%3E';
      const page = await world.request({ target, headers: { Accept: 'text/html' } });
      expect([page.status, page.headers.get('location')]).toEqual([303, '/login?error=oidc_state_invalid']);
      expect(page.headers.getSetCookie()).toEqual(['service_oidc=; Max-Age=0']);
      const problem = await world.request({ target });
      expect(problem.status).toBe(400);
      expect(problem.headers.getSetCookie()).toEqual(['service_oidc=; Max-Age=0']);
      const text = await problem.text();
      expect(text).toContain('oidc_state_invalid');
      expect(text).not.toContain('script');
      const shown = await world.request({ target: '/login?error=%3Cscript%3E', headers: { Accept: 'text/html' } });
      // The page has a script of its own, and takes none from its address.
      const scripts = async (of: Response) => (await of.text()).match(/<script.*?<\/script>/gs);
      const usual = await world.request({ target: '/login', headers: { Accept: 'text/html' } });
      expect(await scripts(shown)).toEqual(await scripts(usual));
    }));

  it('that fails has the title of the failure, for any code of the problem', async () => {
    for (const [status, code, reason] of [
      [502, 'upstream_unavailable', 'oidc_upstream'],
      [400, 'bad_request', 'oidc_state_invalid'],
      [401, 'unauthorized', 'oidc_token_invalid'],
      [503, 'service_unready', 'oidc_unavailable'],
    ] as const) {
      const problem: AuthProblem = { ...refusal, code, reason };
      const callback: OidcService['callback'] = async () => ({
        ok: false,
        problem,
        location: `/login?error=${reason}`,
        cookies: [],
      });
      await withProvider({ callback }, async (world) => {
        const response = await world.request({ target: '/api/v1/auth/oidc/callback?code=c&state=s' });
        const title = 'Sign-in through the identity provider failed';
        expect(await response.json()).toMatchObject({ status, code, reason, title });
        const page = await world.request({ target: `/login?error=${reason}`, headers: { Accept: 'text/html' } });
        expect(await page.text()).toMatch(/role="alert">[^<]*identity provider/);
      });
    }
  });

  it('ends at the provider too: a page leads a browser there, a header sends a program the address', async () => {
    const { auth } = await startAuthWorld();
    const endSessionUrl = 'https://idp.example/end?client_id=gw&x=%22';
    const logout: Auth['logout'] = async () => ({
      ok: true,
      value: { cookies: ['service_session=; Max-Age=0'], endSessionUrl },
    });
    const world = await startWorld({ server: { auth: { ...auth, logout } } });
    const page = await world.request({ method: 'POST', target: '/logout', form: {} });
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, ['service_session=; Max-Age=0']]);
    const text = await page.text();
    expect(text).toContain(
      '<meta http-equiv="refresh" content="0; url=https://idp.example/end?client_id=gw&amp;x=%22">',
    );
    expect(text).toContain('<a href="https://idp.example/end?client_id=gw&amp;x=%22">');
    const answer = await world.request({ method: 'POST', target: '/api/v1/auth/logout' });
    expect([answer.status, answer.headers.get('x-end-session-url')]).toEqual([204, endSessionUrl]);
    await world.close();
    const plain = await startWorld();
    const out = await plain.request({ method: 'POST', target: '/api/v1/auth/logout' });
    expect([out.status, out.headers.get('x-end-session-url')]).toEqual([204, null]);
    await plain.close();
  });

  it('does not take the answer by POST [G10]', () =>
    withProvider({}, async (world) => {
      const response = await world.request({
        method: 'POST',
        target: '/api/v1/auth/oidc/callback',
        form: { code: 'c', state: 's' },
      });
      expect(response.status).toBe(405);
    }));
});
