import { basic, bearer, browserWith, passwords } from '@ccu-gateway/auth-core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SWITCH } from './house.js';
import { startWorld, type World } from './world.js';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(async () => {
  const { lines, log, audit, entries } = world;
  expect(world.canary.findLeaks({ lines, log, audit, entries }), 'secrets in logs').toEqual([]);
  await world.close();
});

const problem = async (response: Response) => (await response.json()) as Record<string, unknown>;
const value = `/api/v1/devices/${SWITCH}/channels/1/data-points/STATE/value`;
const put = (
  headers: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
  json: unknown = { value: true },
) => world.request({ method: 'PUT', target: value, headers, json });
const login = (headers: Readonly<Record<string, string>> = {}, user: 'root' | 'op' | 'vi' = 'op') =>
  world.request({
    method: 'POST',
    target: '/api/v1/auth/login',
    headers,
    json: { username: user, password: passwords[user] },
  });
const devices = (headers: Readonly<Record<string, string>> | readonly (readonly [string, string])[]) =>
  world.request({ target: '/api/v1/devices', headers });

describe('a request without a credential', () => {
  it('is answered with the schemes to sign in, in a problem that no cache keeps [A01]', async () => {
    const response = await devices({});
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="service", charset="UTF-8"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await problem(response)).toMatchObject({
      code: 'unauthorized',
      reason: 'unauthenticated',
      instance: '/api/v1/devices',
    });
  });

  it('of a script gets a challenge that opens no window [A02]', async () => {
    const response = await devices({ 'X-Requested-With': 'service' });
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="service"');
  });

  it('gets the same body as one with a wrong password or an unknown user [A05]', async () => {
    const bodies = await Promise.all(
      [basic('root', 'wrong'), basic('nobody', 'wrong'), basic('', 'x')].map(async (Authorization) => {
        const { request_id: _id, ...rest } = await problem(await devices({ Authorization }));
        return JSON.stringify(rest);
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });
});

describe('Basic', () => {
  it('is let in and gets no cookie [A03]', async () => {
    const response = await devices({ Authorization: basic('root', passwords.root) });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('in two lines is refused, for any content [A12]', async () => {
    const line = ['Authorization', basic('root', passwords.root)] as const;
    const response = await devices([line, line]);
    expect(response.status).toBe(400);
    expect(await problem(response)).toMatchObject({ reason: 'header_duplicate', instance: '/api/v1/devices' });
  });

  it('that is wrong is final even beside a valid session [A14]', async () => {
    const browser = await world.signIn('root');
    expect((await devices({ ...browser.headers, Authorization: basic('root', 'wrong') })).status).toBe(401);
  });
});

describe('a token', () => {
  it('in the query or in a form never counts [B15] [B16]', async () => {
    const token = world.tokens.admin;
    for (const name of ['access_token', 'token']) {
      const response = await world.request({ target: `/api/v1/devices?${name}=${token}` });
      expect(response.status).toBe(401);
    }
    const form = await world.request({ method: 'POST', target: '/api/v1/users', form: { access_token: token } });
    expect(form.status).toBe(401);
  });

  it('changes things without a CSRF token where no page is behind it [B20] [B21]', async () => {
    const Authorization = bearer(world.tokens.operator);
    expect((await put({ Authorization })).status).toBe(202);
    const foreign = await put({ Authorization, Origin: 'http://evil.test' });
    expect(foreign.status).toBe(403);
    expect(await problem(foreign)).toMatchObject({
      reason: 'origin_forbidden',
      instance: expect.stringMatching(/^\/api\/v1\/devices\/.+\/value$/),
    });
    expect(world.writes).toHaveLength(1);
  });

  it('that is junk beside a session is neither a way around CSRF nor around the session [B22]', async () => {
    const browser = await world.signIn('op');
    expect((await put({ ...browser.unsafe, Authorization: 'Bearer junk' })).status).toBe(401);
    expect(world.writes).toHaveLength(0);
  });

  it('is dead on the request after its revocation [B09]', async () => {
    const created = await world.request({
      method: 'POST',
      target: '/api/v1/auth/tokens/v2',
      as: 'admin',
      json: { subject: 'ha', role: 'viewer' },
    });
    expect(created.status).toBe(201);
    const { token, fingerprint } = (await created.json()) as { token: string; fingerprint: string };
    world.canary.plant(token);
    expect((await devices({ Authorization: bearer(token) })).status).toBe(200);
    const removed = await world.request({
      method: 'DELETE',
      target: `/api/v1/auth/tokens/v2/${fingerprint}`,
      as: 'admin',
    });
    expect(removed.status).toBe(204);
    expect((await devices({ Authorization: bearer(token) })).status).toBe(401);
  });

  it('of the first generation still works, and reports that it is deprecated', async () => {
    const created = await world.request({
      method: 'POST',
      target: '/api/v1/auth/tokens',
      as: 'admin',
      json: { subject: 'old', role: 'viewer' },
    });
    expect(created.status).toBe(201);
    expect(created.headers.get('deprecation')).toMatch(/^@\d+$/);
    const { id, token } = (await created.json()) as { id: string; token: string };
    world.canary.plant(token);
    const removed = await world.request({ method: 'DELETE', target: `/api/v1/auth/tokens/${id}`, as: 'admin' });
    expect(removed.status).toBe(204);
    expect(removed.headers.get('deprecation')).not.toBeNull();
    const gone = await world.request({ method: 'DELETE', target: `/api/v1/auth/tokens/${id}`, as: 'admin' });
    expect([gone.status, gone.headers.get('deprecation')]).toEqual([404, created.headers.get('deprecation')]);
    expect((await devices({ Authorization: bearer(token) })).status).toBe(401);
  });

  it.each(['root', 'Admin', ['admin'], undefined])(
    'for the role %j is refused with 422 in both generations [B02]',
    async (role) => {
      for (const target of ['/api/v1/auth/tokens/v2', '/api/v1/auth/tokens']) {
        const response = await world.request({ method: 'POST', target, as: 'admin', json: { subject: 'x', role } });
        expect(response.status).toBe(422);
        expect(await problem(response)).toMatchObject({ reason: 'invalid_role' });
      }
    },
  );
});

describe('a login', () => {
  it('gives the identity and two cookies [C01]', async () => {
    const response = await login();
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ subject: 'op', role: 'operator', scheme: 'session' });
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    expect(cookies[0]).toMatch(/^service_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
    expect(cookies[1]).toMatch(/^service_csrf=[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}; Path=\/; SameSite=Lax/);
    for (const cookie of cookies) world.canary.plant(/=([^;]+)/.exec(cookie)![1]!);
  });

  it('takes no session id from outside [C02]', async () => {
    const chosen = `service_session=${'A'.repeat(43)}`;
    await login({ Cookie: chosen });
    expect((await devices({ Cookie: chosen })).status).toBe(401);
  });

  it('ends the session that was there before [C03]', async () => {
    const first = browserWith((await login()).headers.getSetCookie());
    const second = browserWith((await login(first.unsafe)).headers.getSetCookie());
    expect((await devices(first.headers)).status).toBe(401);
    expect((await devices(second.headers)).status).toBe(200);
  });

  it('from another site is refused and sets no cookie [D15]', async () => {
    const response = await login({ Origin: 'http://evil.test' });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('in a body that is no JSON is refused [D16]', async () => {
    const response = await world.request({
      method: 'POST',
      target: '/api/v1/auth/login',
      headers: { 'Content-Type': 'text/plain' },
      body: JSON.stringify({ username: 'op', password: passwords.op }),
    });
    expect(response.status).toBe(415);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('with a body of more than 64 KiB is refused before anything is hashed', async () => {
    const response = await world.request({
      method: 'POST',
      target: '/api/v1/auth/login',
      json: { username: 'op', password: 'x'.repeat(66_000) },
    });
    expect(response.status).toBe(413);
    expect(await problem(response)).toMatchObject({ code: 'payload_too_large' });
  });
});

describe('a session', () => {
  it('lives twelve hours and not a millisecond more [C04]', async () => {
    const browser = await world.signIn('vi');
    world.clock.set(world.clock.now() + 12 * 3_600_000 - 1);
    expect((await devices(browser.headers)).status).toBe(200);
    world.clock.set(world.clock.now() + 1);
    expect((await devices(browser.headers)).status).toBe(401);
  });

  it('ends with the logout, which clears both cookies and may be repeated [C08] [C09]', async () => {
    const browser = await world.signIn('vi');
    const out = () => world.request({ method: 'POST', target: '/api/v1/auth/logout', headers: browser.unsafe });
    const response = await out();
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual([
      'service_session=',
      'service_csrf=',
    ]);
    expect((await devices(browser.headers)).status).toBe(401);
    expect((await out()).status).toBe(204);
    expect((await world.request({ method: 'POST', target: '/api/v1/auth/logout' })).status).toBe(204);
  });

  it('beside a second valid one is refused and both are cleared; junk beside it does no harm [C10] [C11]', async () => {
    const a = await world.signIn('vi');
    const b = await world.signIn('op');
    const both = await devices({ Cookie: `service_session=${a.id}; service_session=${b.id}` });
    expect(both.status).toBe(401);
    expect(both.headers.getSetCookie().join()).toContain('Max-Age=0');
    for (const cookie of [
      `service_session=junk; service_session=${a.id}`,
      `service_session=${a.id}; service_session=junk`,
    ]) {
      expect((await devices({ Cookie: cookie })).status).toBe(200);
    }
  });

  it('is listed without anything it could be stolen with, and can be ended from elsewhere', async () => {
    const here = await world.signIn('vi');
    const elsewhere = await world.signIn('vi');
    const response = await world.request({ target: '/api/v1/auth/sessions', headers: here.headers });
    const text = await response.text();
    expect(text).not.toContain(here.id);
    const sessions = JSON.parse(text) as { id: string; current: boolean }[];
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    const other = sessions.find(({ current }) => !current)!;
    const target = `/api/v1/auth/sessions/${other.id}`;
    expect((await world.request({ method: 'DELETE', target, headers: here.unsafe })).status).toBe(204);
    expect((await devices(elsewhere.headers)).status).toBe(401);
    expect((await devices(here.headers)).status).toBe(200);
  });

  it('of another user is not visible to every caller, and cannot be ended by them', async () => {
    const victim = await world.signIn('root');
    const browser = await world.signIn('vi');
    const list = await world.request({ target: '/api/v1/auth/sessions?subject=root', headers: browser.headers });
    expect(list.status).toBe(403);
    const all = await world.request({
      method: 'DELETE',
      target: '/api/v1/auth/sessions?subject=root',
      headers: browser.unsafe,
    });
    expect(all.status).toBe(403);
    expect((await devices(victim.headers)).status).toBe(200);
  });

  it('changes its password, keeps itself and ends the others [C14] [C15] [C17]', async () => {
    const other = await world.signIn('vi');
    const browser = await world.signIn('vi');
    const change = (json: object, headers: Readonly<Record<string, string>> = browser.unsafe) =>
      world.request({ method: 'PATCH', target: '/api/v1/auth/me/password', headers, json });
    expect((await change({ current_password: passwords.vi, new_password: 'short' })).status).toBe(400);
    expect((await change({ current_password: passwords.vi, new_password: passwords.vi })).status).toBe(422);
    expect((await change({ current_password: 'wrong one', new_password: 'long enough' })).status).toBe(403);
    const token = await change(
      { current_password: 'x', new_password: 'long enough' },
      { Authorization: bearer(world.tokens.viewer) },
    );
    expect(token.status).toBe(403);
    expect(await problem(token)).toMatchObject({ reason: 'password_change_unavailable' });
    const configured = await world.signIn('cfg');
    const managed = await change({ current_password: passwords.cfg, new_password: 'long enough' }, configured.unsafe);
    expect(managed.status).toBe(409);

    const done = await change({ current_password: passwords.vi, new_password: world.canary.plant('a new Passwort 9') });
    expect(done.status).toBe(204);
    const rotated = browserWith(done.headers.getSetCookie());
    expect((await devices(rotated.headers)).status).toBe(200);
    expect((await devices(browser.headers)).status).toBe(401);
    expect((await devices(other.headers)).status).toBe(401);
  });

  it('is shown to itself with its end [C21]', async () => {
    const me = (headers: Readonly<Record<string, string>>) => world.request({ target: '/api/v1/auth/me', headers });
    expect((await me({})).status).toBe(401);
    const browser = await world.signIn('op');
    expect(await (await me(browser.headers)).json()).toMatchObject({
      subject: 'op',
      role: 'operator',
      scheme: 'session',
      expires_at: new Date(world.clock.now() + 12 * 3_600_000).toISOString(),
    });
    expect(await (await me({ Authorization: bearer(world.tokens.viewer) })).json()).toMatchObject({ scheme: 'bearer' });
  });
});

describe('a change by a browser', () => {
  it('without its token does nothing, with it it works [D01] [D02]', async () => {
    const browser = await world.signIn('op');
    const refused = await put(browser.headers);
    expect(refused.status).toBe(403);
    expect(await problem(refused)).toMatchObject({ reason: 'csrf_invalid' });
    expect(world.writes).toHaveLength(0);
    expect((await put(browser.unsafe)).status).toBe(202);
  });

  it('takes the form field on forms only [D03]', async () => {
    const browser = await world.signIn('op');
    const response = await put(browser.headers, { value: true, _csrf: browser.csrf });
    expect(response.status).toBe(403);
    const form = await world.request({
      method: 'POST',
      target: '/logout',
      headers: browser.headers,
      form: { _csrf: browser.csrf },
    });
    expect(form.status).toBe(303);
  });

  it('needs cookie and header of one session [D04] [D05] [D06]', async () => {
    const browser = await world.signIn('op');
    const attacker = await world.signIn('vi');
    const session = `service_session=${browser.id}`;
    for (const headers of [
      { Cookie: browser.cookie, 'X-CSRF-Token': attacker.csrf },
      { Cookie: session, 'X-CSRF-Token': browser.csrf },
      { Cookie: `${session}; service_csrf=${attacker.csrf}`, 'X-CSRF-Token': attacker.csrf },
    ]) {
      expect((await put(headers)).status).toBe(403);
    }
    const renewed = browserWith((await login(browser.unsafe)).headers.getSetCookie());
    expect((await put({ Cookie: renewed.cookie, 'X-CSRF-Token': browser.csrf })).status).toBe(403);
    expect(world.writes).toHaveLength(0);
  });

  it.each([
    '',
    'x',
    '.',
    `${'a'.repeat(22)}.`,
    `${'a'.repeat(22)}.${'b'.repeat(43)}=`,
    'é'.repeat(66),
    'a'.repeat(10_000),
  ])('with the token %j is refused [D07]', async (token) => {
    const browser = await world.signIn('op');
    expect((await put({ Cookie: browser.cookie, 'X-CSRF-Token': token })).status).toBe(403);
  });

  it.each([
    'null',
    'http://evil.test',
    'http://gateway.lan:80',
    'http://gateway.lan.evil:8119',
    'https://gateway.lan:8120',
  ])('from the origin %s is refused [D10]', async (Origin) => {
    const browser = await world.signIn('op');
    const response = await put({ ...browser.unsafe, Origin });
    expect(response.status).toBe(403);
    expect(await problem(response)).toMatchObject({ reason: 'origin_forbidden' });
  });

  it('from its own page works, however the host is spelled [D11]', async () => {
    const browser = await world.signIn('op');
    expect((await put({ ...browser.unsafe, Origin: 'http://GATEWAY.LAN:8119' })).status).toBe(202);
    expect((await put({ ...browser.unsafe, Host: 'gw.example', Origin: 'https://gw.example' })).status).toBe(202);
  });

  it('is judged by the headers of the browser first [D12] [D13]', async () => {
    const browser = await world.signIn('op');
    const from = async (site: string) => (await put({ ...browser.unsafe, 'Sec-Fetch-Site': site })).status;
    expect([await from('cross-site'), await from('same-site')]).toEqual([403, 403]);
    expect([await from('same-origin'), await from('none'), await from('future-value')]).toEqual([202, 202, 202]);
  });

  it('with a password the browser remembered is refused from another page [D14]', async () => {
    const response = await world.request({
      method: 'POST',
      target: '/api/v1/auth/tokens/v2',
      headers: { Authorization: basic('root', passwords.root), Origin: 'http://evil.test' },
      form: { subject: 'x', role: 'admin' },
    });
    expect(response.status).toBe(403);
  });

  it('cannot be dressed up as another method [D09]', async () => {
    const browser = await world.signIn('root');
    const target = '/api/v1/auth/tokens/v2';
    for (const headers of [{ ...browser.unsafe, 'X-HTTP-Method-Override': 'DELETE' }, browser.unsafe]) {
      const response = await world.request({
        method: 'POST',
        target: `${target}?_method=DELETE`,
        headers,
        json: { subject: 'x', role: 'viewer' },
      });
      expect(response.status).toBe(201);
      world.canary.plant(((await response.json()) as { token: string }).token);
    }
  });

  it('needs no token where CSRF protection is off, but still its own page [D17]', async () => {
    const open = await startWorld({ csrf: { enabled: false } });
    const browser = await open.signIn('op');
    const change = (headers: Readonly<Record<string, string>>) =>
      open.request({ method: 'PUT', target: value, headers, json: { value: true } });
    expect((await change(browser.headers)).status).toBe(202);
    expect((await change({ ...browser.headers, Origin: 'http://evil.test' })).status).toBe(403);
    await open.close();
  });
});

describe('reading', () => {
  it('needs no CSRF token [D08]', async () => {
    const browser = await world.signIn('vi');
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const response = await world.request({ method, target: '/api/v1/devices', headers: browser.headers });
      expect(response.status).toBeLessThan(300);
    }
  });

  it('by HEAD has no side effects and no body [D08]', async () => {
    const response = await world.request({ method: 'HEAD', target: '/api/v1/devices', as: 'viewer' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect((await world.request({ method: 'HEAD', target: value, as: 'operator' })).status).toBe(405);
    expect(world.writes).toHaveLength(0);
  });

  it('is allowed to other pages only where the configuration names them [D18]', async () => {
    const preflight = (target: World, origin: string) =>
      target.request({
        method: 'OPTIONS',
        target: '/api/v1/devices',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT' },
      });
    const refused = await preflight(world, 'http://evil.test');
    expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const cors = ['https://board.example'];
    const open = await startWorld({ cors, server: { cors } });
    const allowed = await preflight(open, 'https://board.example');
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://board.example');
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    expect(allowed.headers.get('access-control-allow-headers')).toContain('X-Edit-Token');
    expect(allowed.headers.get('access-control-expose-headers')).toContain('Idempotent-Replay');
    expect((await preflight(open, 'http://evil.test')).headers.get('access-control-allow-origin')).toBeNull();
    await open.close();
  });
});

describe('the way a path is written', () => {
  it.each([
    '//api/v1/users',
    '/api/v1/%75sers',
    '/api/v1/users%2f',
    '/api/v1/./users',
    '/api/v1/x/../users',
    '/api/v1/%2e%2e/users',
    '/API/v1/users',
    '/api/v1/users;x',
    '/api/v1/users%00',
    '/api/v1/users/',
    '/api/v1\\users',
    '/api/v1/%zz',
    '*',
    '',
  ])('%j opens nothing to a stranger [K14]', async (target) => {
    const response = await world.request({ target });
    expect([400, 401, 404]).toContain(response.status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  it('in absolute form means its path and not its host [K15]', async () => {
    expect((await world.request({ target: 'http://evil/api/v1/users' })).status).toBe(401);
    expect((await world.request({ target: 'http://evil/api/v1/users', as: 'admin' })).status).toBe(200);
    expect((await world.request({ target: 'http://evil/api/v1/info' })).status).toBe(200);
  });

  it('without a route reveals nothing to a stranger, and answers others that there is none', async () => {
    expect((await world.request({ target: '/api/v1/none' })).status).toBe(401);
    expect((await world.request({ target: '/api/v1/none', as: 'viewer' })).status).toBe(404);
    const wrong = await world.request({ method: 'DELETE', target: '/api/v1/devices', as: 'admin' });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('GET, HEAD');
    expect((await world.request({ method: 'DELETE', target: '/api/v1/devices' })).status).toBe(401);
  });
});

describe('every answer', () => {
  it('carries the headers that keep browsers from doing harm, also a refusal', async () => {
    for (const response of [
      await world.request({ target: '/api/v1/info' }),
      await world.request({ target: '/api/v1/devices' }),
    ]) {
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
      expect(response.headers.get('x-frame-options')).toBeNull();
      expect(response.headers.get('strict-transport-security')).toBeNull();
    }
  });

  it('sends Secure and HSTS only behind TLS [C12]', async () => {
    const secure = await startWorld({ csrf: { secure: true } });
    const response = await secure.request({
      method: 'POST',
      target: '/api/v1/auth/login',
      json: { username: 'vi', password: passwords.vi },
    });
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d+/);
    for (const cookie of response.headers.getSetCookie()) expect(cookie).toContain('Secure');
    await secure.close();
  });

  it('continues the trace of a client and names every request itself', async () => {
    const trace = 'a'.repeat(32);
    const continued = await world.request({
      target: '/api/v1/info',
      headers: { traceparent: `00-${trace}-${'b'.repeat(16)}-01` },
    });
    expect(continued.headers.get('traceparent')).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
    expect(continued.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(continued.headers.get('x-request-id')).not.toBe(trace);
    const line = world.lines.findLast(({ message }) => message === 'http.request');
    expect(line?.fields).toMatchObject({ request_id: continued.headers.get('x-request-id'), trace_id: trace });
    for (const traceparent of ['junk', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`]) {
      const begun = await world.request({ target: '/api/v1/info', headers: { traceparent } });
      expect(begun.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
      expect(begun.headers.get('traceparent')?.slice(3, 35)).toBe(begun.headers.get('x-request-id'));
      expect(world.lines.findLast(({ message }) => message === 'http.request')?.fields).not.toHaveProperty('trace_id');
    }
  });
});

it('writes down why a request was refused, and nothing where it was not', async () => {
  const lastFields = () => world.lines.findLast(({ message }) => message === 'http.request')?.fields;
  await world.request({ target: '/api/v1/nothing' });
  expect(lastFields()).toMatchObject({ status: 401, reason: expect.stringMatching(/^[a-z_]+$/) });
  await world.request({ target: '/api/v1/info' });
  expect(lastFields()).not.toHaveProperty('reason');
});

it('a store that breaks at run time signs no caller in and none out [C07]', async () => {
  const { createMemoryStores } = await import('@ccu-gateway/auth-core');
  const stores = createMemoryStores();
  let broken = false;
  const sessions: typeof stores.sessions = {
    ...stores.sessions,
    find: async (id) => {
      if (broken) throw new Error('disk I/O error');
      return stores.sessions.find(id);
    },
  };
  const ill = await startWorld({ stores: { ...stores, sessions } });
  const browser = await ill.signIn('vi');
  const ask = () => ill.request({ target: '/api/v1/devices', headers: browser.headers });
  broken = true;
  const refused = await ask();
  expect(refused.status).toBe(503);
  expect(await problem(refused)).toMatchObject({ code: 'service_unready', reason: 'auth_store_unavailable' });
  expect(refused.headers.getSetCookie()).toEqual([]);
  broken = false;
  expect((await ask()).status).toBe(200);
  await ill.close();
});
