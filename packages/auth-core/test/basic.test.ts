import { describe, expect, it } from 'vitest';
import { basic, bearer, passwords } from '../src/testing/index.js';
import { cli, startWorld } from './world.js';

const authorization = (value: string) => ({ headers: { Authorization: value } });
const raw = (bytes: Buffer | string) => authorization(`Basic ${Buffer.from(bytes).toString('base64')}`);

describe('Basic', () => {
  it('challenges a caller without credentials with the realm [A01]', async () => {
    const world = await startWorld();
    const answer = await world.call({});
    expect([answer.status, answer.reason]).toEqual([401, 'unauthenticated']);
    expect(world.header(answer, 'WWW-Authenticate')).toBe('Basic realm="service", charset="UTF-8"');
    expect(world.header(answer, 'Vary')).toBe('Cookie, Authorization, Sec-Fetch-Mode');
    expect(world.auth.staticHeaders(null)).toContainEqual(['Cache-Control', 'no-store']);
  });

  it('spares scripts the password window of the browser [A02]', async () => {
    const world = await startWorld();
    const only = async (headers: Record<string, string>, isUpgrade = false) =>
      world.header(await world.call({ headers, isUpgrade }), 'WWW-Authenticate');
    expect(await only({ 'X-Requested-With': 'service' })).toBe('Bearer realm="service"');
    expect(await only({ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' })).toBe('Bearer realm="service"');
    expect(await only({ Origin: 'http://gateway.lan:8119' }, true)).toBe('Bearer realm="service"');
    expect(await only({ 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' })).toContain('Basic');
  });

  it('lets a right password in and starts no session [A03]', async () => {
    const world = await startWorld();
    const answer = await world.call(authorization(basic('root', passwords.root)), 'admin');
    expect(answer.status).toBe(200);
    expect(answer.cookies).toEqual([]);
    expect(answer.principal).toMatchObject({ key: 'local:root', subject: 'root', scheme: 'basic', role: 'admin' });
  });

  it('reads the scheme in any spelling and with more than one space [A04]', async () => {
    const world = await startWorld();
    const value = basic('root', passwords.root).replace('Basic ', 'bAsIc  ');
    expect((await world.call(authorization(value))).status).toBe(200);
  });

  it('answers a wrong password, an unknown and an empty user alike [A05]', async () => {
    const world = await startWorld();
    const answers = [
      await world.call(authorization(basic('root', 'wrong-password'))),
      await world.call(authorization(basic('nobody', 'wrong-password'))),
      await world.call(authorization(basic('', 'x'))),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.problem))).size).toBe(1);
  });

  it('takes colons and umlauts in a password as UTF-8 [A06]', async () => {
    const world = await startWorld({ configUsers: { karl: 'a:b:grün-lang' } });
    expect((await world.call(authorization(basic('karl', 'a:b:grün-lang')))).status).toBe(200);
  });

  it('refuses the same password in Latin-1 bytes [A07]', async () => {
    const world = await startWorld({ configUsers: { karl: 'a:b:grün-lang' } });
    expect((await world.call(raw(Buffer.from('karl:a:b:grün-lang', 'latin1')))).status).toBe(401);
  });

  it('refuses every base64 that is not canonical [A08]', async () => {
    const world = await startWorld({ configUsers: { a: 'bb' } });
    expect((await world.call(authorization('Basic YTpiYg=='))).status).toBe(200);
    for (const value of ['YT piYg==', '!!!!YTpiYg==', 'YTpiYg', 'YTpiYg=', 'YTpiYh==', 'YTpiYg====', 'YTp_Yg==']) {
      expect([value, (await world.call(authorization(`Basic ${value}`))).status]).toEqual([value, 401]);
    }
    expect((await world.call(raw('a:bb\0'))).status).toBe(401);
  });

  it('refuses a credential without value, user or colon [A09]', async () => {
    const world = await startWorld();
    for (const value of ['Basic', 'Basic ', 'Basic Og==', `Basic ${Buffer.from('root').toString('base64')}`]) {
      expect([value, (await world.call(authorization(value))).status]).toEqual([value, 401]);
    }
  });

  it('never asks a CCU about an empty password [A10]', async () => {
    let calls = 0;
    const verify = async () => {
      calls += 1;
      return { ok: true, userLevel: 8 } as const;
    };
    const world = await startWorld({ ccu: { enabled: true, login: { verify }, hasCentral: () => true } });
    expect((await world.call(raw('root:'))).status).toBe(401);
    expect((await world.login('root', '')).status).toBe(401);
    expect(calls).toBe(0);
  });

  it('refuses two Authorization lines even when both are right [A12]', async () => {
    const world = await startWorld();
    const value = basic('root', passwords.root);
    const answer = await world.call({
      headers: [
        ['Authorization', value],
        ['authorization', value],
      ],
    });
    expect([answer.status, answer.reason]).toEqual([400, 'header_duplicate']);
  });

  it('refuses two credentials in one line [A13]', async () => {
    const world = await startWorld();
    const value = `${basic('root', passwords.root)}, ${bearer(world.tokens.admin)}`;
    expect((await world.call(authorization(value))).status).toBe(401);
  });

  it('does not fall through from a wrong password to a session cookie [A14]', async () => {
    const world = await startWorld();
    const browser = await world.signIn('root');
    const headers = { ...browser.headers, Authorization: basic('root', 'wrong-password') };
    expect((await world.call({ headers })).status).toBe(401);
  });

  it('counts the same wrong value beside a good session once, and every other value as a guess', async () => {
    const world = await startWorld({ throttled: true });
    const browser = await world.signIn('root');
    const call = (password: string) =>
      world.call({ headers: { ...browser.headers, Authorization: basic('root', password) } });
    for (let each = 0; each < 20; each += 1) expect((await call('of-the-proxy')).status).toBe(401);
    expect((await world.call(authorization(basic('root', passwords.root)))).status).toBe(200);
    const statuses = new Set<number>();
    for (let each = 0; each < 20; each += 1) statuses.add((await call(`guess-${each}`)).status);
    expect(statuses).toEqual(new Set([401, 429]));
  });

  it('neither accepts nor offers Basic when it is switched off [A15]', async () => {
    const world = await startWorld({ basicEnabled: false });
    const answer = await world.call(authorization(basic('root', passwords.root)));
    expect(answer.status).toBe(401);
    expect(world.header(answer, 'WWW-Authenticate')).toBe('Bearer realm="service"');
  });

  it('forgets a password that was right a moment ago as soon as it is changed [A17]', async () => {
    const world = await startWorld();
    const request = authorization(basic('op', passwords.op));
    expect((await world.call(request)).status).toBe(200);
    expect((await world.call(request)).status).toBe(200);
    expect((await world.auth.users.update('op', { password: 'a-new-password' }, cli)).ok).toBe(true);
    expect((await world.call(request)).status).toBe(401);
    expect((await world.call(authorization(basic('op', 'a-new-password')))).status).toBe(200);
  });

  it('checks a pair once that a client sends on many connections at once', async () => {
    const world = await startWorld();
    const request = authorization(basic('op', passwords.op));
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.call(request)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const wrong = await Promise.all(
      Array.from({ length: 100 }, () => world.call(authorization(basic('op', 'wrong-password')))),
    );
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
  });

  it('compares configured passwords of any length [A20]', async () => {
    const world = await startWorld();
    const right = passwords.cfg;
    const attempts = [right, right.slice(0, -1), `${right}x`, `${right.slice(0, -1)}x`];
    const statuses = [];
    for (const password of attempts)
      statuses.push((await world.call(authorization(basic('cfg', password)), 'admin')).status);
    expect(statuses).toEqual([200, 401, 401, 401]);
  });
});
