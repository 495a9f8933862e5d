import { type ReverseProxy, startReverseProxy } from '@ccu-gateway/auth-core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, csrfOf, openBrowser, signInByForm } from './access/browser.js';
import { expectNoLeaks } from './access/leaks.js';
import { connectSocket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const INGRESS_PATH = '/api/hassio_ingress/abcDEF_-0123456789';
const USER_ID = '0123456789abcdef';
const USER_NAME = 'jörg';
const BASE = `${INGRESS_PATH}/`;
const ANNA = { username: 'anna', password: 'ein-gutes-Passwort' } as const;

const config = (haIngress: Readonly<Record<string, unknown>>) => ({
  centrals: [],
  north: { rest: { listen: '127.0.0.1:0', auth: { ha_ingress: haIngress } } },
});
const trusted = config({ trusted_proxy_cidr: '127.0.0.1/32', role: 'operator' });
const startSupervised = (ha = trusted, env: Readonly<Record<string, string>> = { SERVICE_SUPERVISOR: '1' }) =>
  startWorld({ waitForCcu: false, config: ha, env });

describe('behind the proxy of a supervisor', () => {
  let world: World;
  let proxy: ReverseProxy;
  let browser: Browser;
  const secrets = new Set<string>([ANNA.password]);

  beforeAll(async () => {
    world = await startSupervised();
    proxy = await startReverseProxy(world.url, {
      prefix: INGRESS_PATH,
      headers: { 'x-ingress-path': INGRESS_PATH, 'x-remote-user-id': USER_ID, 'x-remote-user-name': 'j\u00c3\u00b6rg' },
    });
    browser = openBrowser(new URL(proxy.url).origin);
  });
  afterAll(async () => {
    proxy.close();
    await world.close();
  });

  const api = (path: string) => `${BASE}api/v1${path}`;

  it('signs in users of the supervisor, with the configured role and no session', async () => {
    const me = await browser.visit('GET', api('/auth/me'));
    expect([me.status, me.json]).toEqual([200, { subject: 'ha-ingress', role: 'operator', scheme: 'ingress' }]);
    expect(browser.cookie('service_session')).toBeUndefined();
    expect((await browser.visit('GET', api('/users'))).status).toBe(403);
    expect((await browser.visit('GET', api('/setup/status'))).json).toEqual({ required: false });
  });

  it('keeps its cookie below the path of the proxy', async () => {
    expect(browser.cookie('service_csrf')?.line).toContain(`; Path=${BASE}; SameSite=Lax`);
    expect(browser.cookiesFor('/')).toBe('');
  });

  it('gives pages with links below that path, which the supervisor may frame', async () => {
    const page = await browser.visit('GET', BASE, { headers: { accept: 'text/html' } });
    expect([page.status, /<base href="([^"]*)"/.exec(page.text)?.[1]]).toEqual([200, BASE]);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(page.headers.get('x-frame-options')).not.toBe('DENY');
  });

  it('wants the token for changes, as from every credential that a browser sends by itself', async () => {
    const change = (headers = {}) => browser.visit('DELETE', api('/auth/sessions'), { headers });
    expect((await change()).json).toMatchObject({ status: 403, reason: 'csrf_invalid' });
    expect((await change({ ...csrfOf(browser), origin: 'http://evil.example' })).status).toBe(403);
    expect((await change(csrfOf(browser))).status).toBe(204);
  });

  it('opens a socket, which must say where its page is from', async () => {
    const { url } = proxy;
    const socket = await connectSocket(url, { origin: new URL(url).origin });
    expect(await subscribe(socket, ['*'])).toMatchObject({ op: 'subscribed' });
    socket.close();
    await expect(connectSocket(url, {})).rejects.toThrow('403');
    await expect(connectSocket(url, { origin: 'http://evil.example' })).rejects.toThrow('403');
  });

  it('prefers a real credential, and a session made here stays below the path', async () => {
    expect((await world.call('POST', '/api/v1/users', { body: { ...ANNA, role: 'viewer' } })).status).toBe(201);
    const hers = openBrowser(new URL(proxy.url).origin);
    const answer = await signInByForm(hers, ANNA.username, ANNA.password, { base: BASE });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, BASE]);
    expect(hers.cookie('service_session')?.line).toContain(`; Path=${BASE}; HttpOnly`);
    expect((await hers.visit('GET', api('/auth/me'))).json).toMatchObject({ subject: 'anna', scheme: 'session' });
    const authorization = `Bearer ${world.tokens.admin}`;
    const token = await hers.visit('GET', api('/auth/me'), { headers: { authorization } });
    expect(token.json).toMatchObject({ scheme: 'bearer', role: 'admin' });
    for (const secret of [...hers.secrets, ...browser.secrets]) secrets.add(secret);
  });

  it('is in the audit log as ha-ingress, with the user of the supervisor', async () => {
    const entries = (await world.call('GET', '/api/v1/audit?op=auth.request')).json;
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          subject: 'ha-ingress',
          scheme: 'ingress',
          outcome: 'ok',
          peer_address: '127.0.0.1',
          note: expect.stringContaining(USER_ID),
          via_user: USER_ID,
          via_user_name: USER_NAME,
        }),
      ]),
    );
    expect(world.logged()).toContain('auth.ingress.on');
  });

  it('leaves no password, token or cookie in the log or the audit log', () => expectNoLeaks(world, secrets));
});

describe('the headers of a proxy sign in no user', () => {
  it.each([
    ['without a supervisor', trusted, {}],
    ['with a supervisor that is only spaces', trusted, { SERVICE_SUPERVISOR: ' ' }],
    ['when it is switched off', config({ enabled: false, trusted_proxy_cidr: '127.0.0.1/32' }), undefined],
    ['from another address than the proxy’s', config({ trusted_proxy_cidr: '172.30.32.2/32' }), undefined],
  ])('%s', async (_when, ha, env) => {
    await using world = await startSupervised(ha, env);
    const headers = { 'x-ingress-path': INGRESS_PATH, 'x-forwarded-for': '172.30.32.2', 'x-remote-user-id': USER_ID };
    const me = await world.call('GET', '/api/v1/auth/me', { as: 'stranger', headers });
    expect(me.status).toBe(401);
    expect(me.headers.getSetCookie().join()).not.toContain(INGRESS_PATH);
  });

  it('and a network of all addresses stops the start, naming the key', async () => {
    await expect(startSupervised(config({ trusted_proxy_cidr: '0.0.0.0/0' }))).rejects.toThrow('trusted_proxy_cidr');
  });
});
