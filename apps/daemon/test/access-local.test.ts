import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csrfOf, hiddenField, openBrowser, signInByForm } from './access/browser.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type IdentityProvider,
  oidcSection,
  REDIRECT_URL,
  startIdentityProvider,
} from './access/identity-provider.js';
import { expectNoLeaks } from './access/leaks.js';
import { startWorld, type World } from './world.js';

const ANNA = { username: 'Anna', password: 'ein-gutes-Passwort' } as const;
const KARL = { username: 'karl', password: 'from-the-file-ñ' } as const;
const WRONG = 'not-her-password';

describe('signing in with a browser', () => {
  let world: World;
  let provider: IdentityProvider;
  const secrets = new Set<string>([ANNA.password, KARL.password, WRONG, CLIENT_SECRET]);

  beforeAll(async () => {
    provider = await startIdentityProvider({ preferred_username: ' Karla ', groups: ['users', 'operator'] });
    const oidc = oidcSection(provider);
    const users = { [KARL.username]: KARL.password };
    const rest = { listen: '127.0.0.1:0', auth: { oidc, users, user_roles: { karl: 'viewer' } } };
    world = await startWorld({ waitForCcu: false, config: { centrals: [], north: { rest } } });
    const created = await world.call('POST', '/api/v1/users', { body: { ...ANNA, role: 'operator' } });
    expect(created.status).toBe(201);
  });
  afterAll(async () => {
    await world.close();
    provider.close();
  });

  function open() {
    const browser = openBrowser(world.url);
    return { browser, keep: () => browser.secrets.forEach((secret) => void secrets.add(secret)) };
  }

  it('works with JSON: a cookie that scripts cannot read, and a token for changes that they can', async () => {
    const { browser, keep } = open();
    const answer = await browser.visit('POST', '/api/v1/auth/login', { json: ANNA });
    expect([answer.status, answer.json]).toEqual([
      200,
      { subject: 'anna', role: 'operator', scheme: 'session', expires_at: expect.any(String) },
    ]);
    expect(browser.cookie('service_session')?.line).toMatch(
      /^service_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/,
    );
    expect(browser.cookie('service_csrf')?.line).not.toContain('HttpOnly');
    expect((await browser.visit('GET', '/api/v1/auth/me')).json).toMatchObject({ subject: 'anna', scheme: 'session' });

    const sessions = (headers = {}) => browser.visit('DELETE', '/api/v1/auth/sessions', { headers });
    expect((await sessions()).json).toMatchObject({ status: 403, reason: 'csrf_invalid' });
    expect((await sessions({ 'x-csrf-token': `${'A'.repeat(22)}.${'A'.repeat(43)}` })).status).toBe(403);
    expect((await sessions({ ...csrfOf(browser), origin: 'http://evil.example' })).status).toBe(403);
    expect((await sessions(csrfOf(browser))).status).toBe(204);
    keep();
  });

  it('works with the form: back to the page one came from, and out again', async () => {
    const { browser, keep } = open();
    const page = await signInByForm(browser, 'ANNA', ANNA.password, { returnTo: '/docs' });
    expect([page.status, page.headers.get('location')]).toEqual([303, '/docs']);
    const home = await browser.visit('GET', '/', { headers: { accept: 'text/html' } });
    expect([home.status, home.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);

    const out = (form: Record<string, string>) => browser.visit('POST', '/logout', { form });
    expect((await out({})).status).toBe(403);
    const stillIn = await browser.visit('GET', '/api/v1/auth/me');
    expect(stillIn.status).toBe(200);
    const before = browser.cookiesFor('/');
    const left = await out({ _csrf: browser.cookie('service_csrf')?.value ?? '' });
    expect([left.status, left.headers.get('location')]).toEqual([303, '/login']);
    expect(browser.cookie('service_session')).toBeUndefined();
    const replayed = await browser.visit('GET', '/api/v1/auth/me', { headers: { cookie: before } });
    expect(replayed.status).toBe(401);
    keep();
  });

  it('needs the token of the form, and never leaves the site afterwards', async () => {
    const { browser, keep } = open();
    const form = { username: ANNA.username, password: ANNA.password, return_to: '//evil.example' };
    await browser.visit('GET', '/login', { headers: { accept: 'text/html' } });
    const shownAgain = await browser.visit('POST', '/login', { form });
    const _csrf = hiddenField(shownAgain, '_csrf');
    const stranger = openBrowser(world.url);
    const planted = await stranger.visit('POST', '/login', { form: { ...form, _csrf } });
    const foreign = { form: { ...form, _csrf }, headers: { origin: 'http://evil.example' } };
    expect([shownAgain.status, planted.status]).toEqual([403, 403]);
    expect((await openBrowser(world.url).visit('POST', '/login', foreign)).status).toBe(403);
    expect([browser, stranger].map((each) => each.cookie('service_session'))).toEqual([undefined, undefined]);
    const answer = await browser.visit('POST', '/login', { form: { ...form, _csrf } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    keep();
  });

  it('shows the form again after a wrong password, without the password, and reveals nothing about the account', async () => {
    const { browser, keep } = open();
    const wrong = await signInByForm(browser, 'anna', WRONG);
    expect([wrong.status, wrong.text.includes('role="alert"'), wrong.text.includes(WRONG)]).toEqual([401, true, false]);
    const nobody = await signInByForm(browser, 'stranger', WRONG);
    const shown = (text: string) => /role="alert">([^<]*)</.exec(text)?.[1];
    expect([nobody.status, shown(nobody.text)]).toEqual([401, shown(wrong.text)]);
    const [known, unknown] = [
      await browser.visit('POST', '/api/v1/auth/login', { json: { username: 'anna', password: WRONG } }),
      await browser.visit('POST', '/api/v1/auth/login', { json: { username: 'stranger', password: WRONG } }),
    ];
    expect([known.status, { ...known.json, request_id: '' }]).toEqual([401, { ...unknown.json, request_id: '' }]);
    expect(browser.cookie('service_session')).toBeUndefined();
    keep();
  });

  it('works for users of the configuration file, also with Basic, with their configured role', async () => {
    const { browser, keep } = open();
    expect((await browser.visit('POST', '/api/v1/auth/login', { json: KARL })).json).toMatchObject({ role: 'viewer' });
    keep();
    const authorization = `Basic ${Buffer.from(`${KARL.username}:${KARL.password}`).toString('base64')}`;
    const me = await world.call('GET', '/api/v1/auth/me', { as: 'stranger', headers: { authorization } });
    expect(me.json).toMatchObject({ subject: 'karl', role: 'viewer', scheme: 'basic' });
    const refused = await world.call('GET', '/api/v1/auth/me', {
      as: 'stranger',
      headers: { authorization: `Basic ${Buffer.from(`karl:${WRONG}`).toString('base64')}` },
    });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="service", charset="UTF-8"',
    ]);
  });

  it('works through an identity provider, from the button of the login page and back', async () => {
    const { browser, keep } = open();
    const page = await browser.visit('GET', '/login?return_to=%2Fdocs', { headers: { accept: 'text/html' } });
    const button = /href="(api\/v1\/auth\/oidc\/start[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const start = await browser.visit('GET', `/${button}`);
    expect([start.status, start.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const back = await provider.walk(start.headers.get('location') ?? '');
    secrets.add(back.searchParams.get('code') ?? '').add(back.searchParams.get('state') ?? '');
    const landed = await browser.visit('GET', back.pathname + back.search);
    expect([landed.status, landed.headers.get('location')]).toEqual([303, '/docs']);
    expect((await browser.visit('GET', '/api/v1/auth/me')).json).toMatchObject({
      subject: 'karla',
      role: 'operator',
      scheme: 'oidc',
    });
    expect((await browser.visit('GET', back.pathname + back.search)).json).toMatchObject({
      status: 400,
      reason: 'oidc_state_invalid',
    });
    const change = { current_password: 'does-not-matter', new_password: 'does-not-matter-2' };
    const refused = await browser.visit('PATCH', '/api/v1/auth/me/password', {
      json: change,
      headers: csrfOf(browser),
    });
    expect(refused.status).toBe(403);
    // A local account of the same name is somebody else, and its end is not theirs.
    const body = { username: 'karla', password: 'a-local-karla', role: 'viewer' };
    secrets.add(body.password);
    expect((await world.call('POST', '/api/v1/users', { body })).status).toBe(201);
    expect((await world.call('DELETE', '/api/v1/users/karla')).status).toBe(204);
    expect((await browser.visit('GET', '/api/v1/auth/me')).json).toMatchObject({ subject: 'karla', scheme: 'oidc' });
    keep();
  });

  it('brings a browser that comes back without its flow to the login page, saying why', async () => {
    const { browser } = open();
    const lost = await browser.visit('GET', '/api/v1/auth/oidc/callback?code=x&state=y', {
      headers: { accept: 'text/html' },
    });
    expect([lost.status, lost.headers.get('location')]).toEqual([303, '/login?error=oidc_state_invalid']);
    const page = await browser.visit('GET', '/login?error=oidc_state_invalid', { headers: { accept: 'text/html' } });
    expect(page.text).toContain('role="alert"');
  });

  describe('is in the audit log', () => {
    const refusedNames = (lines: readonly { readonly user: string; readonly note: string }[]) =>
      lines.flatMap(({ user, note }) => [user, ...JSON.parse(/others=(\[.*\])/.exec(note)?.[1] ?? '[]')]);
    const audit = async (query: string) => (await world.call('GET', `/api/v1/audit?${query}`)).json;

    it('with user, scheme, address and outcome', async () => {
      const logins = await audit('op=auth.login');
      const line = (user: string, scheme: string, outcome: string) =>
        expect.objectContaining({ user, scheme, outcome, peer_address: '127.0.0.1', request_id: expect.any(String) });
      expect(logins).toEqual(
        expect.arrayContaining([
          line('anna', 'session', 'ok'),
          line('karl', 'session', 'ok'),
          line('karla', 'oidc', 'ok'),
          line(expect.any(String), 'none', 'refused'),
        ]),
      );
      // Refusals of one source and minute are one line, which names who else was tried.
      const refused = logins.filter(({ outcome }: { outcome: string }) => outcome === 'refused');
      expect(refusedNames(refused)).toEqual(expect.arrayContaining(['anna', 'stranger']));
      expect(await audit('op=auth.logout')).toEqual([line('anna', 'session', 'ok')]);
      expect((await audit('op=user.create')).at(-1)).toMatchObject({
        user: 'test-admin',
        scheme: 'bearer',
        note: expect.stringContaining('target="anna"'),
      });
      const requests = await audit('op=auth.request');
      expect(requests).toEqual(
        expect.arrayContaining([
          line('karl', 'basic', 'ok'),
          line('karl', 'basic', 'refused'),
          line('test-admin', 'bearer', 'ok'),
        ]),
      );
    });

    it('to be filtered by time, part of the action and page', async () => {
      const all = await audit('');
      const times = all.map((entry: { timestamp: string }) => entry.timestamp);
      expect(times).toEqual([...times].sort().reverse());
      expect(await audit('limit=2&offset=1')).toEqual(all.slice(1, 3));
      const middle = times[Math.floor(times.length / 2)];
      const since = await audit(`since=${encodeURIComponent(middle)}`);
      const until = await audit(`until=${encodeURIComponent(middle)}`);
      expect([...since, ...until]).toEqual(all);
      expect(await audit('op=LOGIN')).toEqual(all.filter(({ action }: { action: string }) => action.includes('login')));
      expect(await audit('device=00F1')).toEqual([]);
      expect((await world.call('GET', '/api/v1/audit?since=yesterday')).status).toBe(400);
      expect((await world.call('GET', '/api/v1/audit', { as: 'stranger' })).status).toBe(401);
    });

    it('as a file for a spreadsheet that runs no formula in an attempted user name', async () => {
      const { browser } = open();
      const username = '=HYPERLINK("http://evil.example")';
      await browser.visit('POST', '/api/v1/auth/login', { json: { username, password: WRONG } });
      const csv = await world.call('GET', '/api/v1/audit?op=auth.login&format=csv');
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const [head, newest] = csv.text.split('\r\n');
      expect(head).toMatch(/^timestamp,action,outcome,subject,scheme,peer_address,/);
      expect(newest).toContain('auth.login,refused,');
      expect(newest).not.toMatch(/(^|,)"?=/);
    });
  });

  it('is slowed down after a few wrong passwords, counted together whichever way they come', async () => {
    const berta = { username: 'berta', password: 'bertas-passwort' };
    secrets.add(berta.password);
    const basicOf = (password: string) => ({
      authorization: `Basic ${Buffer.from(`berta:${password}`).toString('base64')}`,
    });
    expect((await world.call('POST', '/api/v1/users', { body: { ...berta, role: 'viewer' } })).status).toBe(201);
    const { browser, keep } = open();
    const ways = [
      (password: string) => browser.visit('POST', '/api/v1/auth/login', { json: { ...berta, password } }),
      (password: string) => signInByForm(browser, 'Berta', password),
      (password: string) => browser.visit('GET', '/api/v1/auth/me', { headers: basicOf(password) }),
    ];
    const wrong: number[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) wrong.push((await ways[attempt % 3]!(WRONG)).status);
    expect([wrong.slice(0, 5), wrong.at(-1)]).toEqual([[401, 401, 401, 401, 401], 429]);
    for (const way of ways) {
      const right = await way(berta.password);
      expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true]);
    }
    const other = open();
    expect((await other.browser.visit('POST', '/api/v1/auth/login', { json: ANNA })).status).toBe(200);
    keep();
    other.keep();
  });

  it('leaves no password, token or cookie in the log or the audit log', async () => {
    expect(secrets.size).toBeGreaterThan(10);
    await expectNoLeaks(world, secrets);
  });
});

describe('an identity provider that is down', () => {
  it('costs nothing but itself, and is asked again on the next try', async () => {
    const provider = await startIdentityProvider({});
    provider.close();
    const oidc = { enabled: true, issuer: provider.issuer, client_id: CLIENT_ID, redirect_url: REDIRECT_URL };
    const rest = { listen: '127.0.0.1:0', auth: { oidc, users: { karl: KARL.password } } };
    await using world = await startWorld({ waitForCcu: false, config: { centrals: [], north: { rest } } });
    const browser = openBrowser(world.url);
    for (const _ of [1, 2]) {
      const start = await browser.visit('GET', '/api/v1/auth/oidc/start');
      expect([start.status, start.json.reason]).toEqual([503, 'oidc_unavailable']);
    }
    expect((await browser.visit('POST', '/api/v1/auth/login', { json: KARL })).status).toBe(200);
    await expectNoLeaks(world, [KARL.password, ...browser.secrets]);
  });
});
