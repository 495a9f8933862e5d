import { createHash } from 'node:crypto';
import { passwords } from '@ccu-gateway/auth-core/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type RequestInput, type ServerWorldOptions, startWorld, type World } from './world.js';

const navigation = { Accept: 'text/html,*/*;q=0.8', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' } as const;

let world: World | undefined;
afterEach(async () => {
  expect(world?.canary.findLeaks({ lines: world.lines, log: world.log, audit: world.audit }) ?? []).toEqual([]);
  await world?.close();
  world = undefined;
});

async function started(options: ServerWorldOptions = {}): Promise<World> {
  world = await startWorld(options);
  return world;
}

/** A browser without scripts: it keeps cookies, follows nothing by itself and sends the fields of the form it got. */
function browser(at: World, more: Readonly<Record<string, string>> = {}, peer?: string) {
  const jar = new Map<string, string>();
  const keep = (response: Response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value === '') jar.delete(name!);
      else jar.set(name!, value!);
    }
    return response;
  };
  const send = async (input: RequestInput) => {
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    return keep(
      await at.request({ ...input, peer, headers: { ...navigation, ...more, ...(Cookie === '' ? {} : { Cookie }) } }),
    );
  };
  const fieldsOf = (page: string) =>
    Object.fromEntries(
      [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    );
  return {
    jar,
    get: (target: string) => send({ target }),
    /** Fills in the form of a page and sends it. */
    submit: async (page: string, target: string, fields: Readonly<Record<string, string>>) => {
      const hidden = fieldsOf(await (await send({ target: page })).text());
      return send({ method: 'POST', target, form: { ...hidden, ...fields } });
    },
  };
}

describe('a browser without JavaScript', () => {
  it('is signed in by setup, and signs out and in again [F13]', async () => {
    const at = await started({ empty: true });
    const person = browser(at);
    const first = await person.get('/');
    expect([first.status, first.headers.get('location')]).toEqual([303, '/setup']);
    const fields = { username: 'anna', password: 'long enough 1', password_confirmation: 'long enough 1' };
    const setUp = await person.submit('/setup', '/setup', fields);
    expect([setUp.status, setUp.headers.get('location')]).toEqual([303, '/']);
    expect((await person.get('/')).status).toBe(200);
    await person.submit('/', '/logout', {});

    expect((await person.get('/')).headers.get('location')).toBe('/login');
    const signedIn = await person.submit('/login', '/login', { username: 'anna', password: 'long enough 1' });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/']);
    const home = await person.get('/');
    expect(home.status).toBe(200);
    expect(await home.text()).toContain('Signed in as <b>anna</b> (admin)');

    const out = await person.submit('/', '/logout', {});
    expect([out.status, out.headers.get('location')]).toEqual([303, '/login']);
    expect(out.headers.get('clear-site-data')).toBe('"storage"');
    expect((await person.get('/')).status).toBe(303);
    expect((await person.get('/setup')).headers.get('location')).toBe('/login');
  });

  it('comes back to the requested page, and to no other one', async () => {
    const at = await started();
    const person = browser(at);
    const refused = await person.get('/?page=2');
    expect(refused.headers.get('location')).toBe(`/login?return_to=${encodeURIComponent('/?page=2')}`);
    const back = await person.submit(refused.headers.get('location')!, '/login', {
      username: 'vi',
      password: passwords.vi,
    });
    expect(back.headers.get('location')).toBe('/?page=2');
    for (const hostile of [
      '//evil.test',
      'https://evil.test',
      '/\\evil.test',
      '/%5cevil.test',
      'javascript:alert(1)',
    ]) {
      const stranger = browser(at);
      const answer = await stranger.submit(`/login?return_to=${encodeURIComponent(hostile)}`, '/login', {
        username: 'vi',
        password: passwords.vi,
      });
      expect(answer.headers.get('location')).toBe('/');
    }
  });

  it('gets the error in its language, without a hint at the wrong part', async () => {
    const at = await started();
    const german = browser(at, { 'Accept-Language': 'de-DE,de;q=0.9' });
    const wrong = await german.submit('/login', '/login', { username: 'vi"><script>', password: 'wrong wrong' });
    expect(wrong.status).toBe(401);
    const page = await wrong.text();
    expect(page).toContain('Benutzername oder Passwort stimmt nicht.');
    expect(page).toContain('lang="de"');
    expect(page).toContain('value="vi&quot;&gt;&lt;script&gt;"');
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(page).not.toContain('wrong wrong');
  });

  it('chooses a language without a script, which stays after a wrong password and leads back to the same page', async () => {
    const at = await started();
    const person = browser(at, { 'Accept-Language': 'en' });
    const english = await (await person.get('/login?return_to=%2Fdevices')).text();
    const link = /href="(login\?[^"]*)" lang="de"/.exec(english)![1]!.replaceAll('&amp;', '&');
    const german = await person.submit(`/${link}`, '/login', { username: 'vi', password: 'wrong wrong' });
    const page = await german.text();
    expect(page).toContain('lang="de"');
    expect(page).toContain('Benutzername oder Passwort stimmt nicht.');
    const back = await person.submit(`/${link}`, '/login', { username: 'vi', password: passwords.vi });
    expect(back.headers.get('location')).toBe('/devices');
    const unknown = await (await person.get('/login?lang=xx')).text();
    expect(unknown).toContain('<html lang="en">');
  });

  it('gets controls that need a script hidden, and one script that the policy names', async () => {
    const at = await started();
    const response = await browser(at).get('/login');
    const page = await response.text();
    const script = /<script>([^<]*)<\/script>/.exec(page)![1]!;
    const hash = createHash('sha256').update(script).digest('base64');
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`);

    const needing = [...page.matchAll(/<label([^>]*)>[^<]*<(?:input id="show"|select id="theme")/g)];
    expect(needing.map(([, attributes]) => attributes)).toEqual([' class="check" hidden', ' hidden']);
  });

  it('cannot be made to sign in or out by another page', async () => {
    const at = await started();
    const person = browser(at);
    const forged = await at.request({
      method: 'POST',
      target: '/login',
      headers: { ...navigation, Origin: 'http://evil.test', 'Sec-Fetch-Site': 'cross-site' },
      form: { username: 'vi', password: passwords.vi },
    });
    expect(forged.status).toBe(403);
    expect(forged.headers.getSetCookie().join()).not.toContain('service_session=');
    await person.submit('/login', '/login', { username: 'vi', password: passwords.vi });
    const Cookie = [...person.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const out = await at.request({ method: 'POST', target: '/logout', headers: { ...navigation, Cookie }, form: {} });
    expect(out.status).toBe(403);
    expect(out.headers.get('clear-site-data')).toBeNull();
    expect((await person.get('/')).status).toBe(200);
  });

  it('lets a program that never saw the form sign in with it, but not one that brings half of its token', async () => {
    const at = await started();
    const form = { username: 'vi', password: passwords.vi };
    const plain = await at.request({ method: 'POST', target: '/login', form });
    expect(plain.status).toBe(303);
    expect(plain.headers.getSetCookie().join()).toContain('service_session=');
    const Cookie = 'service_csrf=c29tZXRoaW5nLWVsc2U.c29tZXRoaW5nLWVsc2U';
    expect((await at.request({ method: 'POST', target: '/login', headers: { Cookie }, form })).status).toBe(403);
  });

  it.each([
    [
      'a different confirmation',
      'confirmation',
      'Both passwords must be the same.',
      ['long enough 1', 'long enough 2'],
    ],
    ['a short password', 'password', 'Use at least 8 characters.', ['short', 'short']],
    ['a common password', 'password', 'This is one of the commonest passwords.', ['Password123', 'Password123']],
    ['an endless password', 'password', 'Use at most 1024 bytes.', ['x'.repeat(1025), 'x'.repeat(1025)]],
    ['a bad user name', 'username', 'This user name cannot be used.', ['long enough 1', 'long enough 1'], ' '],
  ] as const)('gets the setup form again for %s, with the sentence at its field [F12]', async (...row) => {
    const [_what, field, sentence, [password, password_confirmation], username = 'a'] = row;
    const at = await started({ empty: true });
    const response = await browser(at).submit('/setup', '/setup', { username, password, password_confirmation });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect([...page.matchAll(/<p class="error" id="problem" role="alert">([^<]*)/g)]).toHaveLength(1);
    expect(page).toContain(`role="alert">${sentence}`);
    const faulty = [...page.matchAll(/<input id="(\w+)"[^>]* aria-invalid="true" aria-describedby="problem/g)];
    expect(faulty.map(([, id]) => id)).toEqual([field]);
    expect(await at.stores.users.list()).toHaveLength(0);
  });

  it('gets a meter of its password only from the script that the policy names', async () => {
    const ui = { index: '', strengthMeter: 'assets/strength-A1.js', file: () => undefined };
    const at = await started({ empty: true, server: { ui } });
    const response = await browser(at).get('/setup');
    const page = await response.text();
    const script = /<script>([^<]*)<\/script>/.exec(page)![1]!;
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`script-src 'sha256-${hash}' 'strict-dynamic';`);
    expect(page).toMatch(/<p class="strength" id="strength" data-script="assets\/strength-A1\.js" [^>]* hidden>/);
    expect(page).not.toMatch(/<script[^>]* src=/);
  });

  it('that tries to set up too often gets the waiting time', async () => {
    const at = await started({ empty: true, throttled: true });
    const form = { username: 'a', password: 'short', password_confirmation: 'short' };
    const post = () => at.request({ method: 'POST', target: '/setup', form });
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await post()).status).toBe(422);
    const refused = await post();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
  });

  it('that signs in too often sees when the next attempt is possible, by a script that the policy names', async () => {
    const at = await started({ throttled: true });
    let response = await browser(at).submit('/login', '/login', { username: 'nobody', password: 'wrong' });
    for (let attempt = 0; attempt < 30 && response.status !== 429; attempt += 1) {
      expect(await response.text()).not.toContain('id="wait"');
      response = await browser(at).submit('/login', '/login', { username: 'nobody', password: 'wrong' });
    }
    const seconds = response.headers.get('retry-after');
    const text = await response.text();
    expect(text).toContain(`<b id="wait" data-seconds="${seconds}">${seconds}</b>`);
    const script = /<script>([^<]*)<\/script>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`);
  });

  it('that may not set up is refused before anything of its form is read', async () => {
    const at = await started();
    const long = 'x'.repeat(100_000);
    const senders: readonly Readonly<Record<string, string>>[] = [
      {},
      { 'Content-Type': 'text/plain' },
      { Accept: 'text/html' },
    ];
    for (const headers of senders) {
      const refused = await at.request({ method: 'POST', target: '/setup', headers, body: long });
      expect(refused.status).toBe(409);
    }
    const page = await at.request({
      method: 'POST',
      target: '/setup',
      headers: { Accept: 'text/html', 'Accept-Language': 'de' },
      form: { username: 'a' },
    });
    expect(await page.text()).toContain('Die Einrichtung ist schon erledigt. Bitte anmelden.');
  });

  it('of another site cannot set up [F11]', async () => {
    const at = await started({ empty: true });
    const response = await at.request({
      method: 'POST',
      target: '/setup',
      headers: { Origin: 'http://evil.test' },
      form: { username: 'a', password: 'long enough 1', password_confirmation: 'long enough 1' },
    });
    expect(response.status).toBe(403);
    expect(await at.stores.users.list()).toHaveLength(0);
  });

  it('gets a page instead of a problem where there is nothing', async () => {
    const at = await started();
    const person = browser(at);
    await person.submit('/login', '/login', { username: 'vi', password: passwords.vi });
    const response = await person.get('/nowhere');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const api = await person.get('/api/v1/nowhere');
    expect(api.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('the page without the files of the web UI', () => {
  const shown = async (at: World) => {
    const person = browser(at);
    await person.submit('/login', '/login', { username: 'vi', password: passwords.vi });
    return person.get('/');
  };

  it('leads to the API, and asks for nothing outside this site', async () => {
    const at = await started();
    const page = await (await shown(at)).text();
    const addresses = [...page.matchAll(/(?:src|href|action)="([^"]+)"/g)].map(([, address]) => address!);
    expect(addresses).toContain('api/v1/openapi.json');
    expect(addresses.filter((address) => /^(?:https?:)?\/\//.test(address))).toEqual([]);
    const markup = page.slice(page.indexOf('<body>'));
    expect(markup).not.toMatch(/ on\w+=|style="|(?:src|href|action)="\//);
  });

  it('runs only the style it was made with', async () => {
    const at = await started();
    const response = await shown(at);
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'none'");
    expect(policy).not.toContain('unsafe');
    const text = /<style>([\s\S]*?)<\/style>/.exec(await response.text())![1]!;
    const { createHash } = await import('node:crypto');
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  });

  it('stands for the reference of the API, too, for every signed-in caller', async () => {
    const at = await started();
    const person = browser(at);
    expect((await person.get('/docs')).headers.get('location')).toBe('/login?return_to=%2Fdocs');
    await person.submit('/login', '/login', { username: 'vi', password: passwords.vi });
    expect((await person.get('/docs')).headers.get('location')).toBe('/');
  });
});

describe('behind the ingress proxy', () => {
  const path = '/api/hassio_ingress/abcdefgh12345678';
  const ingress = { build: { supervised: true }, ingress: { role: 'viewer' } } as const;
  const headers = { 'X-Ingress-Path': path };

  it('pages stand below the proxy’s path and may be framed by it [E20]', async () => {
    const at = await started(ingress);
    const response = await browser(at, headers, '172.30.32.2').get('/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(await response.text()).toContain(`<base href="${path}/">`);
  });

  it('the same header from any other peer is not believed and not repeated [E05] [E06]', async () => {
    const at = await started(ingress);
    const stranger = await browser(at, headers, '192.168.1.77').get('/');
    expect(stranger.headers.get('location')).toBe('/login');
    const page = await (
      await browser(at, { 'X-Ingress-Path': '/api/hassio_ingress/a"><script>' }, '172.30.32.2').get('/login')
    ).text();
    expect(page).toContain('<base href="/">');
    expect(page).not.toContain('hassio');
  });

  it('cookies belong to the proxy’s path alone [E15]', async () => {
    const at = await started(ingress);
    const response = await browser(at, headers, '172.30.32.2').submit('/login', '/login', {
      username: 'vi',
      password: passwords.vi,
    });
    expect(response.headers.get('location')).toBe(`${path}/`);
    const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith('service_session='));
    expect(session).toContain(`Path=${path}/;`);
  });

  it('signing out leaves the storage of the origin, which others use as well', async () => {
    const at = await started(ingress);
    const person = browser(at, headers, '172.30.32.2');
    await person.submit('/login', '/login', { username: 'vi', password: passwords.vi });
    const out = await person.submit('/', '/logout', {});
    expect([out.status, out.headers.get('location')]).toEqual([303, `${path}/login`]);
    expect(out.headers.get('clear-site-data')).toBeNull();
  });
});
