import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../src/index.js';
import { browserWith, describeRequest } from '../src/testing/index.js';
import { makeSigningKey } from './rogue-provider.js';
import { startWorld } from './world.js';

const redirectUrl = 'http://gateway.lan:8119/api/v1/auth/oidc/callback';

/** A provider as people run it, with one confidential client and its own login and consent pages. */
async function startProvider(clientSecret: string | undefined, leanIdTokens: boolean): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = makeSigningKey('provider-key');
  const jwk = privateKey.export({ format: 'jwk' });
  const auth = clientSecret ? 'client_secret_basic' : 'none';
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'gateway',
        client_secret: clientSecret,
        token_endpoint_auth_method: auth,
        redirect_uris: [redirectUrl],
      },
    ],
    jwks: { keys: [{ ...jwk, kid: 'provider-key', use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: ['a-cookie-key-of-the-provider'] },
    // True keeps all claims but the subject out of the ID token: the userinfo endpoint sends them.
    conformIdTokenClaims: leanIdTokens,
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        preferred_username: 'Karla',
        groups: ['users', 'operator'],
        email: 'karla@example.org',
      }),
    }),
  });
  server.on('request', provider.callback());
  return issuer;
}

/** A browser that keeps the provider's cookies and follows it until it is sent back to the gateway. */
async function walkThrough(start: string): Promise<URL> {
  const jar = new Map<string, string>();
  const visit = async (url: URL, form?: Readonly<Record<string, string>>) => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  let url = new URL(start);
  for (let step = 0; step < 12 && !url.href.startsWith(redirectUrl); step += 1) {
    let answer = await visit(url);
    if (answer.status === 200) {
      const page = await answer.text();
      const action = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', url);
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? '';
      answer = await visit(action, { prompt, login: 'account-1', password: 'anything' });
      url = action;
    }
    url = new URL(answer.headers.get('location') ?? '', url);
  }
  return url;
}

for (const [kind, clientSecret, leanIdTokens] of [
  ['public', undefined, false],
  ['confidential', "the-secret_of.this!client~*'()", true],
] as const) {
  it(`a ${kind} client signs in through a whole browser walk at a real provider [G01] [G24]`, async () => {
    const issuer = await startProvider(clientSecret, leanIdTokens);
    const oidc = { enabled: true, issuer, clientId: 'gateway', clientSecret, redirectUrl, roleClaim: 'groups' };
    const world = await startWorld({ clock: systemClock, oidc });
    if (clientSecret) world.canary.plant(clientSecret);
    const started = await world.auth.oidc?.start(describeRequest(), { returnTo: '/devices' });
    if (!started?.ok) throw new Error(started?.problem.reason);
    const back = await walkThrough(started.value.location);
    const Cookie = started.value.cookies[0]?.split(';')[0] ?? '';
    const request = describeRequest({ target: `${back.pathname}${back.search}`, headers: { Cookie } });
    const answer = await world.auth.oidc?.callback(request);
    if (!answer?.ok) throw new Error(answer?.problem.reason);
    expect(answer.value).toMatchObject({
      location: '/devices',
      principal: { subject: 'karla', role: 'operator', scheme: 'oidc', key: `oidc:${issuer}#account-1` },
    });
    const session = answer.value.cookies[0]?.split(';')[0] ?? '';
    expect((await world.call({ headers: { Cookie: session } }, 'operator')).status).toBe(200);
    expect((await world.auth.oidc?.callback(request))?.ok).toBe(false);
    const { unsafe: headers } = browserWith(answer.value.cookies);
    const out = await world.auth.logout(describeRequest({ method: 'POST', target: '/logout', headers }));
    const end = await fetch((out.ok && out.value.endSessionUrl) || '');
    expect([end.status, await end.text()]).toEqual([200, expect.stringContaining('name="logout" value="yes"')]);
  });
}
