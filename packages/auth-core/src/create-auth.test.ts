import { describe, expect, it } from 'vitest';
import { AuthConfigError } from './model/problem.js';
import { basic, bearer, describeRequest } from './testing/requests.js';
import { passwords, startAuthWorld } from './testing/world.js';

const asking = (authorization: string) => describeRequest({ headers: { Authorization: authorization } });

async function world() {
  const started = await startAuthWorld();
  const admitted = async (authorization: string) => (await started.auth.check(asking(authorization), 'viewer')).ok;
  return { ...started, admitted };
}

describe('settings that change while the gateway runs', () => {
  it('refuses callers of a scheme that was switched off, and accepts them again afterwards', async () => {
    const { auth, tokens, admitted } = await world();
    const password = basic('root', passwords.root);
    expect([await admitted(bearer(tokens.viewer)), await admitted(password)]).toEqual([true, true]);
    auth.reconfigure({ bearerEnabled: false, basicEnabled: false });
    expect([await admitted(bearer(tokens.viewer)), await admitted(password)]).toEqual([false, false]);
    auth.reconfigure({});
    expect([await admitted(bearer(tokens.viewer)), await admitted(password)]).toEqual([true, true]);
  });

  it.each([
    ['a token', (tokens: { readonly admin: string }) => bearer(tokens.admin), { bearerEnabled: false }],
    ['a password', () => basic('root', passwords.root), { basicEnabled: false }],
  ] as const)('end the sockets that were opened with %s', async (_name, header, change) => {
    const { auth, tokens } = await world();
    const verdict = await auth.check(asking(header(tokens)), 'viewer');
    if (!verdict.ok || verdict.principal === null) throw new Error('not admitted');
    const { principal } = verdict;
    const ended = new Promise((resolve) => auth.watch(principal, resolve));
    auth.reconfigure(change);
    expect(await ended).toBe(4401);
  });

  it('change the role of a user of the configuration, and end the sockets that had more', async () => {
    const { auth } = await world();
    const verdict = await auth.check(asking(basic('cfg', passwords.cfg)), 'admin');
    if (!verdict.ok || verdict.principal === null) throw new Error('not admitted');
    const { principal } = verdict;
    const ended = new Promise((resolve) => auth.watch(principal, resolve));
    auth.reconfigure({ configUserRoles: { cfg: 'viewer' } });
    expect(await ended).toBe(4403);
    expect(await auth.check(asking(basic('cfg', passwords.cfg)), 'operator')).toMatchObject({ ok: false });
  });

  it('count for origins, cookies and tokens of forms at once', async () => {
    const { auth, signIn, tokens } = await world();
    const root = await signIn('root');
    const change = (headers: Readonly<Record<string, string>>) =>
      auth.check(describeRequest({ method: 'PUT', headers }), 'viewer');
    const foreign = { Authorization: bearer(tokens.operator), Origin: 'https://panel.example' };
    expect(await change(foreign)).toMatchObject({ ok: false, problem: { reason: 'origin_forbidden' } });
    expect(await change(root.headers)).toMatchObject({ ok: false, problem: { reason: 'csrf_invalid' } });
    auth.reconfigure({ cors: ['https://panel.example'], csrf: { enabled: false, secure: true } });
    expect(await change(foreign)).toMatchObject({ ok: true });
    expect(await change(root.headers)).toMatchObject({ ok: true });
    const login = await auth.login(describeRequest({ method: 'POST' }), { username: 'op', password: passwords.op });
    expect(login.ok && login.value.cookies.every((cookie) => cookie.includes('Secure'))).toBe(true);
  });

  it('bring a CCU and an identity provider in and take them away', async () => {
    const { auth } = await world();
    const input = { username: 'Guest', password: 'on the CCU' };
    const login = () => auth.login(describeRequest({ method: 'POST' }), input);
    expect(await login()).toMatchObject({ ok: false });
    const ccu = {
      enabled: true,
      hasCentral: () => true,
      login: { verify: async () => ({ ok: true as const, userLevel: 2 }) },
    };
    const oidc = {
      enabled: true,
      issuer: 'http://127.0.0.1:1',
      clientId: 'gateway',
      redirectUrl: 'http://127.0.0.1/api/v1/auth/oidc/callback',
      fetch: () => Promise.reject(new Error('away')),
    };
    auth.reconfigure({ ccu, oidc });
    expect(await login()).toMatchObject({ ok: true, value: { principal: { scheme: 'ccu', role: 'operator' } } });
    expect(auth.oidc).not.toBeNull();
    auth.reconfigure({});
    expect(await login()).toMatchObject({ ok: false });
    expect(auth.oidc).toBeNull();
  });

  it('change nothing when one of them cannot be used', async () => {
    const { auth, tokens, admitted } = await world();
    expect(() => auth.reconfigure({ bearerEnabled: false, trustedProxies: ['999.0.0.0/8'] })).toThrow(AuthConfigError);
    expect(await admitted(bearer(tokens.viewer))).toBe(true);
  });
});
