import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, type Seen, startServer } from '../../../test/fixture.js';

const TOKEN = 'M'.repeat(43);
const PASSWORD = 'correct horse';
const cookies = ['service_session=sess; Path=/; HttpOnly', 'service_csrf=crsf; Path=/'];

describe('login', () => {
  let home: string;
  let gateway: Awaited<ReturnType<typeof startServer>>;
  let role: string;
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'login-'));
    role = 'admin';
    gateway = await startServer(answer);
  });
  afterEach(async () => {
    await gateway.close();
    rmSync(home, { recursive: true, force: true });
  });

  const file = () => join(home, '.config/ccu-gateway/logins.json');
  const stored = () => readFileSync(file(), 'utf8');
  const run = (argv: readonly string[], options: Parameters<typeof cli>[1] = {}) =>
    cli(argv, { ...options, env: { HOME: home, ...options.env } });
  const login = (...argv: string[]) =>
    run(['login', 'home', '--url', gateway.url, '--username', 'anna', '--password-stdin', ...argv], {
      stdin: PASSWORD,
    });
  const asked = () => gateway.seen.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);

  function answer(seen: Seen) {
    const path = seen.path.replace('/api/v1', '');
    if (path === '/auth/login') {
      const { password } = seen.body as { readonly password: string };
      if (password !== PASSWORD) return { status: 401, body: { code: 'unauthorized', detail: 'wrong' } };
      const body = { subject: 'anna', role, scheme: 'session', expires_at: '2027-01-16T00:00:00Z' };
      // Node writes one header for each entry.
      return { body, headers: { 'set-cookie': cookies as unknown as string } };
    }
    if (path === '/auth/me') return { body: { subject: 'ha', role: 'operator' } };
    if (path === '/auth/tokens/v2') {
      return { status: 201, body: { token: TOKEN, fingerprint: 'f'.repeat(64), expires_at: '2027-04-15T00:00:00Z' } };
    }
    if (path === '/users') return { body: [] };
    return { status: 204 };
  }

  it('mints a token with the password of an administrator, ends the session, and keeps the token for this account alone', async () => {
    const ran = await login();
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(asked()).toEqual(['POST /auth/login', 'POST /auth/tokens/v2', 'POST /auth/logout']);
    expect(gateway.seen[1]).toMatchObject({
      body: { subject: `anna@${hostname()}`, role: 'admin', expires_in_days: 90 },
      headers: { cookie: 'service_session=sess; service_csrf=crsf', 'x-csrf-token': 'crsf' },
    });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(ran.out + ran.err).not.toContain(TOKEN);
    expect(stored()).not.toContain(PASSWORD);
    await run(['user', 'list']);
    expect(gateway.seen.at(-1)).toMatchObject({ path: '/api/v1/users', authorization: `Bearer ${TOKEN}` });
  });

  it('keeps the session of a user without the role admin, and sends it as a browser does', async () => {
    role = 'viewer';
    const ran = await login();
    expect(ran.err).toContain('ends by itself');
    await run(['user', 'list']);
    expect(gateway.seen.at(-1)).toMatchObject({
      authorization: undefined,
      headers: { cookie: 'service_session=sess; service_csrf=crsf' },
    });
    expect(asked()).toEqual(['POST /auth/login', 'GET /users']);
    expect((await run(['logout'])).code).toBe(0);
    expect(asked().at(-1)).toBe('POST /auth/logout');
  });

  it('takes an existing token, and prints its subject', async () => {
    const ran = await run(['login', '--url', gateway.url, '--token-stdin'], { stdin: TOKEN });
    expect(ran.out).toContain('as ha (operator)');
    expect(gateway.seen[0]).toMatchObject({ authorization: `Bearer ${TOKEN}` });
    expect((await run(['context', 'list', '--fields', 'name,current'])).out).toBe('127.0.0.1\ttrue\n');
  });

  it('keeps nothing when the password is wrong', async () => {
    const ran = await run(['login', '--url', gateway.url, '--username', 'anna', '--password-stdin'], { stdin: 'x' });
    expect(ran.code).toBe(4);
    expect(JSON.parse(stored()).gateways).toEqual({});
  });

  it('asks at a terminal, without echo, and never takes a password as an argument', async () => {
    const ran = await run(['login'], { tty: true, typed: [`${gateway.url}\r`, 'anna\r', `${PASSWORD}\r`] });
    expect(ran.code).toBe(0);
    // Raw while the last question, that for the password, is answered.
    expect(ran.rawModes.slice(-2)).toEqual([true, false]);
    expect(ran.out + ran.err).not.toContain(PASSWORD);
    expect((await run(['login', '--password', 'x'])).err).toContain('unknown option "--password"');
  });

  it.each([
    ['http://gateway.lan:8119', true],
    ['http://192.168.1.2', true],
    ['http://127.evil.example', true],
    ['http://localhost.evil.example', true],
    ['http://localhost:1', false],
    ['http://[::1]:1', false],
    ['http://127.9.9.9:1', false],
    ['https://127.0.0.1:1', false],
  ])('refuses to send a secret to %s: %s', async (url, refused) => {
    const argv = ['login', '--url', url, '--username', 'anna', '--password-stdin', '--timeout', '1'];
    const ran = await run(argv, { stdin: PASSWORD });
    expect(ran.err.includes('not encrypted')).toBe(refused);
    expect(ran.code).toBe(refused ? 2 : 5);
    expect(existsSync(file())).toBe(!refused);
  });

  it('gives way to flags and environment, and never lends its token to another gateway', async () => {
    await login();
    const other = await startServer(() => ({ body: [] }));
    expect((await run(['user', 'list'], { env: { CCU_GATEWAY_URL: other.url } })).code).toBe(4);
    expect((await run(['user', 'list', '--url', other.url])).code).toBe(4);
    expect(other.seen).toEqual([]);
    await other.close();
    await run(['user', 'list', '--url', `${gateway.url}/`], { env: { CCU_GATEWAY_TOKEN: 'E'.repeat(43) } });
    expect(gateway.seen.at(-1)?.authorization).toBe(`Bearer ${'E'.repeat(43)}`);
    await run(['user', 'list', '--url', gateway.url]);
    expect(gateway.seen.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
    for (const argv of [['--offline'], ['--data-dir', home], ['--config', join(home, 'none.yaml')]]) {
      expect((await run(['user', 'list', ...argv], { cwd: home })).code).not.toBe(0);
    }
    expect((await run(['user', 'list'], { env: { CCU_GATEWAY_DATA_DIR: home } })).code).toBe(3);
  });

  it('refuses commands for the database of this machine while a gateway is named', async () => {
    await login();
    for (const argv of [
      ['setup', 'reset', '--yes'],
      ['matter', 'reset', '--yes'],
      ['secret', 'rotate'],
    ]) {
      const ran = await run(argv, { cwd: home });
      expect(ran).toMatchObject({ code: 2 });
      expect(ran.err).toContain('the login "home" speaks of a gateway');
    }
  });

  it('chooses between several, and lists the existing ones for an unknown name', async () => {
    await login();
    await run(['login', 'cabin', '--url', gateway.url, '--token-stdin'], { stdin: 'C'.repeat(43) });
    await run(['user', 'list']);
    expect(gateway.seen.at(-1)?.authorization).toBe(`Bearer ${'C'.repeat(43)}`);
    await run(['user', 'list', '--context', 'home']);
    expect(gateway.seen.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
    expect((await run(['context', 'use', 'home'])).code).toBe(0);
    expect((await run(['context', 'list', '--fields', 'name,current,url'])).out).toBe(
      `home\ttrue\t${gateway.url}\ncabin\tfalse\t${gateway.url}\n`,
    );
    expect((await run(['context', 'use', 'constructor'])).code).toBe(3);
    expect((await run(['user', 'list', '--context', 'boat'])).code).toBe(3);
    expect((await run(['user', 'list', '--context', 'home', '--url', 'http://x'])).code).toBe(2);
    expect((await run(['user', 'list', '--context', 'home', '--offline'])).code).toBe(2);
  });

  it('revokes its minted token at logout, and reports a failure', async () => {
    await login();
    expect((await run(['logout'])).err).toBe('');
    expect(asked().at(-1)).toBe(`DELETE /auth/tokens/v2/${'f'.repeat(64)}`);
    expect(JSON.parse(stored())).toMatchObject({ gateways: {} });
    await run(['login', 'ha', '--url', gateway.url, '--token-stdin'], { stdin: TOKEN });
    expect((await run(['logout', 'ha'])).err).toContain('still valid');
    expect((await run(['logout'])).code).toBe(3);
  });

  it('ends a token of a lower role with the password of its administrator', async () => {
    await login('--role', 'viewer');
    const left = await run(['logout']);
    expect(left).toMatchObject({
      code: 0,
      err: expect.stringMatching(/still valid.*ccu-gateway token revoke f{12}\n/),
    });
    expect(asked().some((line) => line.startsWith('DELETE'))).toBe(false);
    await login('--role', 'viewer');
    expect((await run(['logout', '--password-stdin'], { stdin: 'wrong' })).code).toBe(4);
    const ended = await run(['logout', '--password-stdin', '--json'], { stdin: PASSWORD });
    expect(ended.json().data).toMatchObject({ name: 'home', ended: true });
    expect(asked().slice(-3)).toEqual([
      'POST /auth/login',
      `DELETE /auth/tokens/v2/${'f'.repeat(64)}`,
      'POST /auth/logout',
    ]);
  });

  it('revokes the token before when it signs in again', async () => {
    await login();
    await login();
    expect(asked().slice(3)).toEqual([
      'POST /auth/login',
      'POST /auth/tokens/v2',
      `DELETE /auth/tokens/v2/${'f'.repeat(64)}`,
      'POST /auth/logout',
    ]);
  });

  it('uses no file that others may read, and none that is damaged, and leaves both as they are', async () => {
    await login();
    chmodSync(file(), 0o644);
    const before = stored();
    expect((await run(['user', 'list'])).err).toContain('chmod 600');
    chmodSync(file(), 0o600);
    for (const text of ['{', '[]', '{"version":2,"gateways":{}}', '{"version":1,"gateways":{"a":{}}}']) {
      writeFileSync(file(), text);
      expect(await run(['user', 'list'])).toMatchObject({ code: 1, err: expect.stringContaining('cannot be used') });
      expect(stored()).toBe(text);
    }
    writeFileSync(file(), before);
    expect((await run(['user', 'list'])).code).toBe(0);
  });

  it.each([
    [['login', 'a/b', '--url', 'http://localhost:1'], /letters, digits/],
    [['login', '--url', 'http://u:canary@x'], /must not contain a user/],
    [['login', '--url', 'http://localhost:1'], /add --username/],
    [['login', '--url', 'http://localhost:1', '--username', 'a'], /pass it with --password-stdin/],
    [['login'], /name it with --url/],
    [['login', '--url', 'http://localhost:1', '--role', 'root'], /"--role" does not take "root"/],
    [['login', '--url', 'http://localhost:1', '--expires', 'soon'], /--expires takes days/],
  ])('refuses %j with exit 2', async (argv, message) => {
    const ran = await run(argv);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(message);
    expect(ran.err).not.toContain('canary');
  });
});
