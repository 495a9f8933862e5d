import { describe, expect, it } from 'vitest';
import {
  type CcuLoginOptions,
  type CcuLoginResult,
  createAuth,
  createMemoryStores,
  resolveLoginCentral,
} from '../src/index.js';
import { passwords } from '../src/testing/index.js';
import { startWorld } from './world.js';

interface FakeCcu {
  readonly calls: readonly (readonly [username: string, password: string])[];
  answer: (username: string, password: string, signal: AbortSignal) => Promise<CcuLoginResult>;
}

const ccuPassword = 'ccu-Passwort-77';

/** A CCU with one account `Karl` of this level. */
function fakeCcu(level: number | string = 8): FakeCcu & { readonly login: CcuLoginOptions['login'] } {
  const calls: (readonly [string, string])[] = [];
  const ccu: FakeCcu & { readonly login: CcuLoginOptions['login'] } = {
    calls,
    answer: async (username, password) =>
      username.toLowerCase() === 'karl' && password === ccuPassword
        ? { ok: true, userLevel: level }
        : { ok: false, cause: 'rejected' },
    login: {
      verify: (username, password, signal) => {
        calls.push([username, password]);
        return ccu.answer(username, password, signal);
      },
    },
  };
  return ccu;
}

const startCcu = async (
  ccu = fakeCcu(),
  options: Partial<CcuLoginOptions> = {},
  world: Parameters<typeof startWorld>[0] = {},
) => {
  const started = await startWorld({
    ccu: { enabled: true, login: ccu.login, hasCentral: () => true, ...options },
    ...world,
  });
  started.canary.plant(ccuPassword);
  return { ...started, ccu };
};

describe('signing in with a CCU account', () => {
  it('maps exactly the known user levels [I01]', async () => {
    const levels: readonly (readonly [number | string, string])[] = [
      [8, 'admin'],
      [2, 'operator'],
      [1, 'viewer'],
      [0, ''],
      [3, ''],
      ['8', 'admin'],
      [' 8', ''],
      ['8x', ''],
      [-1, ''],
      ['', ''],
      ['008', ''],
      [8.5, ''],
      [Number.NaN, ''],
    ];
    for (const [level, role] of levels) {
      const world = await startCcu(fakeCcu(level));
      const answer = await world.login('Karl', ccuPassword);
      expect([level, answer.status, answer.principal?.role ?? '']).toEqual([level, role === '' ? 401 : 200, role]);
    }
    const missing = fakeCcu();
    missing.answer = async () => ({ ok: true }) as unknown as CcuLoginResult;
    expect((await (await startCcu(missing)).login('Karl', ccuPassword)).status).toBe(401);
  });

  it('never accepts level 0, under any settings [I02]', async () => {
    for (const options of [
      { roleMapping: { '0': 'admin' } },
      { minUserLevel: 0 },
      { minUserLevel: 0, roleMapping: { '0': 'admin' } },
    ]) {
      expect((await (await startCcu(fakeCcu(0), options)).login('Karl', ccuPassword)).status).toBe(401);
    }
    expect((await (await startCcu(fakeCcu(1), { minUserLevel: 2 })).login('Karl', ccuPassword)).status).toBe(401);
    expect(
      (await (await startCcu(fakeCcu(3), { roleMapping: { '3': 'viewer' } })).login('Karl', ccuPassword)).status,
    ).toBe(200);
  });

  it('refuses a mapping to something that is no role at start [I03]', () => {
    const make = (ccu: Partial<CcuLoginOptions>) => () =>
      createAuth({
        roleChecks: 'enforced',
        stores: createMemoryStores(),
        ccu: { login: fakeCcu().login, hasCentral: () => true, ...ccu },
      });
    expect(make({ roleMapping: { '2': 'root' } })).toThrow('ccu.roleMapping');
    expect(make({ roleMapping: { admin: 'admin' } })).toThrow('ccu.roleMapping');
    expect(make({ minUserLevel: 1.5 })).toThrow('ccu.minUserLevel');
  });

  it('sends the name as typed and shows it in lower case [I04]', async () => {
    const world = await startCcu();
    const answer = await world.login('Karl', ccuPassword);
    expect(world.ccu.calls).toEqual([['Karl', ccuPassword]]);
    expect(answer.principal).toMatchObject({ subject: 'karl', key: 'ccu:karl', scheme: 'ccu' });
  });

  it('asks the CCU once, and not again during the session', async () => {
    const world = await startCcu();
    const { browser } = await world.login('Karl', ccuPassword);
    for (let use = 0; use < 3; use += 1)
      expect((await world.call({ headers: browser.headers }, 'admin')).status).toBe(200);
    expect(world.ccu.calls.length).toBe(1);
  });

  it('ends older sessions of the account when the CCU accepts another password, and none for the same one', async () => {
    const world = await startCcu();
    const status = async (browser: { readonly headers: Record<string, string> }) =>
      (await world.call({ headers: browser.headers }, 'viewer')).status;
    const { browser: phone } = await world.login('Karl', ccuPassword);
    const { browser: desk } = await world.login('Karl', ccuPassword);
    expect([await status(phone), await status(desk)]).toEqual([200, 200]);
    world.ccu.answer = async (_, password) =>
      password === 'a new one' ? { ok: true, userLevel: 8 } : { ok: false, cause: 'rejected' };
    expect((await world.login('Karl', ccuPassword)).status).toBe(401);
    expect([await status(phone), await status(desk)]).toEqual([200, 200]);
    const { browser: fresh } = await world.login('Karl', 'a new one');
    expect([await status(phone), await status(desk), await status(fresh)]).toEqual([401, 401, 200]);
    expect(world.audit.map(({ action }) => action).filter((action) => action === 'auth.session.outdated')).toHaveLength(
      2,
    );
  });

  it('ends older sessions of the account when the CCU reports another level', async () => {
    const world = await startCcu();
    const { browser: before } = await world.login('Karl', ccuPassword);
    world.ccu.answer = async () => ({ ok: true, userLevel: 1 });
    const { browser: now } = await world.login('Karl', ccuPassword);
    expect((await world.call({ headers: before.headers }, 'viewer')).status).toBe(401);
    expect((await world.call({ headers: now.headers }, 'viewer')).status).toBe(200);
    expect((await world.call({ headers: now.headers }, 'admin')).status).toBe(403);
  });

  it.each([' Karl', 'Karl ', '\u00a0Karl', 'Karl\u00a0', ' '])(
    'sends no name with space around it, which a CCU may drop: %j [I15]',
    async (name) => {
      const world = await startCcu();
      world.ccu.answer = async () => ({ ok: true, userLevel: 8 });
      expect((await world.login(name, ccuPassword)).status).toBe(401);
      expect(world.ccu.calls).toEqual([]);
    },
  );

  it('lets local users in while the CCU is unwell, in every way it can be [I07]', async () => {
    const ways: readonly FakeCcu['answer'][] = [
      async () => ({ ok: false, cause: 'unreachable' }),
      async () => ({ ok: false, cause: 'rejected' }),
      async () => ({ ok: false, cause: 'level_unknown' }),
      () => Promise.reject(new Error(`fetch failed for http://karl:${ccuPassword}@ccu`)),
      () => {
        throw new TypeError('not even a promise');
      },
    ];
    for (const way of ways) {
      const world = await startCcu();
      world.ccu.answer = way;
      expect((await world.login('Karl', ccuPassword)).reason).toBe('invalid_credentials');
      expect((await world.login('root', passwords.root)).principal?.key).toBe('local:root');
      expect((await world.login('cfg', passwords.cfg)).principal?.key).toBe('config:cfg');
    }
  });

  it('needs the user level: a right password alone is not enough [I08]', async () => {
    const world = await startCcu();
    world.ccu.answer = async () => ({ ok: false, cause: 'level_unknown' });
    const answer = await world.login('Karl', ccuPassword);
    expect([answer.status, answer.reason, answer.cookies]).toEqual([401, 'invalid_credentials', []]);
  });

  it('gives a CCU that hangs five seconds, and aborts the request [I07]', async () => {
    const world = await startCcu();
    let stopped = false;
    const asked = new Promise<void>((resolve) => {
      world.ccu.answer = (_username, _password, signal) => {
        signal.addEventListener('abort', () => {
          stopped = true;
        });
        resolve();
        return new Promise(() => undefined);
      };
    });
    const answer = world.login('root', passwords.root);
    await asked;
    world.clock.advance(5000);
    expect((await answer).status).toBe(200);
    expect(stopped).toBe(true);
  });

  it('lets one login at a time through to the CCU [I10]', async () => {
    const world = await startCcu();
    let open = 0;
    let most = 0;
    world.ccu.answer = async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return { ok: true, userLevel: 2 };
    };
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.login('Karl', ccuPassword)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect([most, world.ccu.calls.length]).toEqual([1, 10]);
  });

  const undecided = async () => ({ ok: false, cause: 'undecided' }) as const;

  it.each([
    ['the local network', '192.168.1.50', {}],
    ['this machine', '127.0.0.1', {}],
    ['a trusted proxy', '192.168.1.9', { trustedProxies: ['192.168.1.9/32'] }],
    ['the ingress proxy', '172.30.32.2', { build: { supervised: true } }],
  ])('asks the CCU at most thirty times for guesses from %s [I11]', async (_name, peer, options) => {
    const world = await startCcu(fakeCcu(), {}, { throttled: true, ...options });
    world.ccu.answer = undecided;
    const headers = { 'X-Ingress-Path': `/api/hassio_ingress/${'a'.repeat(43)}` };
    const statuses = [];
    for (let attempt = 0; attempt < 50; attempt += 1)
      statuses.push((await world.login(`Karl${attempt % 25}`, `wrong-password-${attempt}`, { peer, headers })).status);
    expect(world.ccu.calls.length).toBe(30);
    expect(new Set(statuses.slice(30))).toEqual(new Set([429]));
  });

  it('counts a definite refusal against the account and its pair with the source, everywhere [I11]', async () => {
    for (const peer of ['192.168.1.50', '127.0.0.1']) {
      const world = await startCcu(fakeCcu(), {}, { throttled: true });
      for (let attempt = 0; attempt < 20; attempt += 1)
        await world.login('Karl', `wrong-password-${attempt}`, { peer });
      expect(world.ccu.calls.length).toBe(5);
    }
    const world = await startCcu(fakeCcu(), {}, { throttled: true });
    for (let attempt = 0; attempt < 40; attempt += 1)
      await world.login('Karl', `wrong-password-${attempt}`, { peer: `10.0.0.${attempt}` });
    expect(world.ccu.calls.length).toBe(20);
  });

  it('never counts an undecided answer against the account', async () => {
    const world = await startCcu(fakeCcu(), {}, { throttled: true });
    const healthy = world.ccu.answer;
    world.ccu.answer = undecided;
    for (let attempt = 0; attempt < 25; attempt += 1) await world.login('Karl', ccuPassword);
    world.ccu.answer = healthy;
    expect((await world.login('Karl', ccuPassword)).status).toBe(200);
  });

  it('gives all undecided guesses together one budget, beside which known sources still ask', async () => {
    const world = await startCcu(fakeCcu(), {}, { throttled: true });
    const healthy = world.ccu.answer;
    expect((await world.login('Karl', ccuPassword, { peer: '192.168.1.7' })).status).toBe(200);
    world.ccu.answer = undecided;
    for (let attempt = 0; attempt < 200; attempt += 1)
      await world.login(`name${attempt}`, 'wrong-password', { peer: `10.0.0.${attempt}` });
    expect(world.ccu.calls.length).toBe(61);
    world.ccu.answer = healthy;
    expect((await world.login('Karl', ccuPassword, { peer: '10.9.9.9' })).status).toBe(429);
    expect((await world.login('Karl', ccuPassword, { peer: '192.168.1.7' })).status).toBe(200);
    expect((await world.login('root', passwords.root, { peer: '10.9.9.9' })).status).toBe(200);
  });

  it.each(['undecided', 'rejected', 'unreachable', 'level_unknown'] as const)(
    'answers guesses at local and at foreign names alike while the CCU answers "%s" [K04]',
    async (cause) => {
      const sequence = async (username: string, peer: string, primary: boolean) => {
        const world = await startCcu(fakeCcu(), { primary }, { throttled: true });
        world.ccu.answer = async () => ({ ok: false, cause });
        const seen = [];
        for (let attempt = 0; attempt < 45; attempt += 1) {
          const { status, problem } = await world.login(username, 'wrong-password', { peer });
          seen.push([status, problem]);
          world.clock.advance(attempt % 9 === 8 ? 60_000 : 1000);
        }
        return seen;
      };
      for (const peer of ['192.168.1.50', '127.0.0.1'])
        for (const primary of [true, false]) {
          const local = await sequence('root', peer, primary);
          expect(local).toEqual(await sequence('Karl', peer, primary));
          expect(local).toEqual(await sequence('cfg', peer, primary));
        }
    },
  );

  it('takes nothing for a failure that another authority then proves right', async () => {
    for (const primary of [true, false]) {
      const world = await startCcu(fakeCcu(), { primary }, { throttled: true });
      const healthy = world.ccu.answer;
      world.ccu.answer = async (...asked) => {
        const answer = await healthy(...asked);
        return answer.ok ? answer : { ok: false, cause: 'undecided' };
      };
      const statuses = new Set<number>();
      for (let attempt = 0; attempt < 70; attempt += 1) {
        statuses.add((await world.login('root', passwords.root)).status);
        statuses.add((await world.login('Karl', ccuPassword)).status);
      }
      expect([...statuses]).toEqual([200]);
    }
  });

  it('does not lock the users of a CCU that is unwell, only the source', async () => {
    const world = await startCcu(fakeCcu(), {}, { throttled: true });
    const healthy = world.ccu.answer;
    world.ccu.answer = async () => ({ ok: false, cause: 'unreachable' });
    for (let attempt = 0; attempt < 25; attempt += 1) await world.login('Karl', ccuPassword);
    world.ccu.answer = healthy;
    expect((await world.login('Karl', ccuPassword)).status).toBe(200);
  });

  it('is closed without a central, and nothing is sent [I12]', async () => {
    const none = await startCcu(fakeCcu(), { hasCentral: () => false });
    expect((await none.login('Karl', ccuPassword)).status).toBe(401);
    expect(none.ccu.calls).toEqual([]);
    const disabled = await startCcu();
    disabled.ccu.answer = async () => ({ ok: false, cause: 'no_central' });
    expect((await disabled.login('Karl', ccuPassword)).status).toBe(401);
    const off = await startCcu(fakeCcu(), { enabled: false });
    expect((await off.login('Karl', ccuPassword)).status).toBe(401);
    expect(off.ccu.calls).toEqual([]);
  });

  it('comes after the local users when it is not primary [I13]', async () => {
    const world = await startCcu(fakeCcu(), { primary: false });
    expect((await world.login('root', passwords.root)).principal?.key).toBe('local:root');
    expect(world.ccu.calls).toEqual([]);
    expect((await world.login('Karl', ccuPassword)).principal?.scheme).toBe('ccu');
  });

  it('leaves nothing of a password in log or audit [I14]', async () => {
    const world = await startCcu();
    world.ccu.answer = () => Promise.reject(new Error(`Session.login ${ccuPassword} failed`));
    await world.login('Karl', ccuPassword);
    expect(world.log.some(({ event }) => event === 'auth.ccu.refused')).toBe(true);
    expect(world.canary.findLeaks({ log: world.log, audit: world.audit })).toEqual([]);
  });

  it('sends only names that a CCU folds as we do [I15]', async () => {
    const world = await startCcu();
    for (const name of ['\u212aarl', 'karl😀', 'ka\u202erl', 'Ｋarl', 'karł']) {
      expect((await world.login(name, ccuPassword)).status).toBe(401);
    }
    expect(world.ccu.calls).toEqual([]);
  });

  it('follows the build stamp when it is not set', async () => {
    const login = { login: fakeCcu().login, hasCentral: () => true };
    const addon = await startWorld({ ccu: login, build: { ccuAddon: true } });
    const plain = await startWorld({ ccu: login });
    const off = await startWorld({ ccu: { ...login, enabled: false }, build: { ccuAddon: true } });
    expect((await addon.login('Karl', ccuPassword)).status).toBe(200);
    expect((await plain.login('Karl', ccuPassword)).status).toBe(401);
    expect((await off.login('Karl', ccuPassword)).status).toBe(401);
  });
});

describe('the central that is asked', () => {
  const row = (name: string, enabled = true) => ({ name, enabled });

  it('is the first enabled one when none is named [I12]', () => {
    expect(resolveLoginCentral('', [row('a'), row('b')])?.name).toBe('a');
    expect(resolveLoginCentral('', [row('a', false), row('b')])?.name).toBe('b');
    expect(resolveLoginCentral('', [row('a', false)])).toBeNull();
    expect(resolveLoginCentral('', [])).toBeNull();
  });

  it('fails closed when the one named is unknown or disabled [I12]', () => {
    expect(resolveLoginCentral('b', [row('a'), row('b')])?.name).toBe('b');
    expect(resolveLoginCentral('b', [row('a'), row('b', false)])).toBeNull();
    expect(resolveLoginCentral('nope', [row('a')])).toBeNull();
  });
});
