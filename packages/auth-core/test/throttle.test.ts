import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStores, createThrottle } from '../src/index.js';
import { basic, createFakeClock, describeRequest, passwords } from '../src/testing/index.js';
import { startWorld, type TestWorld } from './world.js';

const start = () => startWorld({ throttled: true });
const seconds = (world: TestWorld, answer: Awaited<ReturnType<TestWorld['login']>>) =>
  Number(world.header(answer, 'Retry-After'));
const fail = async (world: TestWorld, times: number, username = 'root', peer = '192.168.1.50') => {
  let last = await world.login(username, 'wrong-password', { peer });
  for (let attempt = 1; attempt < times; attempt += 1) last = await world.login(username, 'wrong-password', { peer });
  return last;
};

describe('the throttle', () => {
  it('refuses even the right password after five wrong ones [K01]', async () => {
    const world = await start();
    expect((await fail(world, 5)).status).toBe(401);
    const answer = await world.login('root', passwords.root);
    expect([answer.status, answer.reason, seconds(world, answer)]).toEqual([429, 'login_throttled', 30]);
  });

  it('opens again by itself, and starts anew after a success [K02]', async () => {
    const world = await start();
    await fail(world, 5);
    world.clock.advance(30_000);
    expect((await world.login('root', passwords.root)).status).toBe(200);
    expect((await fail(world, 4)).status).toBe(401);
    expect((await world.login('root', passwords.root)).status).toBe(200);
  });

  it('doubles its wait with each further failure, up to a quarter of an hour [K03]', async () => {
    const world = await start();
    await fail(world, 5);
    const waits = [];
    for (let round = 0; round < 7; round += 1) {
      const locked = await world.login('root', 'wrong-password');
      waits.push(seconds(world, locked));
      world.clock.advance(seconds(world, locked) * 1000);
      await world.login('root', 'wrong-password');
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  it('treats unknown users exactly alike [K04]', async () => {
    const sequence = async (username: string) => {
      const world = await start();
      const seen = [];
      for (let attempt = 0; attempt < 8; attempt += 1) {
        const { status, problem } = await world.login(username, 'wrong-password');
        seen.push([status, problem]);
        world.clock.advance(7000);
      }
      return seen;
    };
    expect(await sequence('nobody')).toEqual(await sequence('root'));
  });

  it('counts one IPv6 /64 as one source [K05]', async () => {
    const world = await start();
    for (let host = 1; host <= 5; host += 1)
      await world.login('root', 'wrong-password', { peer: `2001:db8:1:1::${host}` });
    expect((await world.login('root', passwords.root, { peer: '2001:db8:1:1:ffff::9' })).status).toBe(429);
    expect((await world.login('root', passwords.root, { peer: '2001:db8:1:2::1' })).status).toBe(200);
  });

  it('cannot be used to lock a user out of their usual source [K06]', async () => {
    const world = await start();
    expect((await world.login('root', passwords.root, { peer: '192.168.1.7' })).status).toBe(200);
    for (let attacker = 1; attacker <= 20; attacker += 1) await fail(world, 1, 'root', `10.0.0.${attacker}`);
    expect((await world.login('root', passwords.root, { peer: '10.0.0.99' })).status).toBe(429);
    expect((await world.login('root', passwords.root, { peer: '192.168.1.7' })).status).toBe(200);
  });

  it('keeps its memory bounded and its locks [K07]', () => {
    const clock = createFakeClock();
    const throttle = createThrottle({ clock, capacity: 100 });
    const locked = { kind: 'password', account: 'root', source: '10.0.0.1' } as const;
    for (let attempt = 0; attempt < 5; attempt += 1) throttle.failed(locked);
    const early = { kind: 'password', account: 'early', source: '10.0.0.2' } as const;
    for (let attempt = 0; attempt < 4; attempt += 1) throttle.failed(early);
    for (let index = 0; index < 10_001; index += 1) {
      throttle.failed({ kind: 'password', account: `name${index}`, source: `10.1.${index >> 8}.${index & 255}` });
    }
    expect(throttle.waitMs(locked)).toBe(30_000);
    // Only a forgotten subject counts a fifth failure as the first one: memory is bounded.
    throttle.failed(early);
    expect(throttle.waitMs(early)).toBe(0);
    const late = { kind: 'password', account: 'late', source: '10.0.0.3' } as const;
    for (let attempt = 0; attempt < 5; attempt += 1) throttle.failed(late);
    expect(throttle.waitMs(late)).toBe(30_000);
  });

  it('does not believe a header about the source, except from a configured proxy [K08]', async () => {
    const world = await start();
    const from = (address: string) => ({
      headers: { 'X-Forwarded-For': address, 'X-Real-IP': address, Forwarded: `for=${address}` },
    });
    for (let index = 0; index < 5; index += 1) await world.login('root', 'wrong-password', from(`10.0.0.${index}`));
    expect((await world.login('root', passwords.root, from('10.0.0.99'))).status).toBe(429);

    const behind = await startWorld({ throttled: true, trustedProxies: ['192.168.1.50/32'] });
    for (let index = 0; index < 5; index += 1) await behind.login('root', 'wrong-password', from('10.0.0.1'));
    expect((await behind.login('root', passwords.root, from('10.0.0.1'))).status).toBe(429);
    expect((await behind.login('root', passwords.root, from('10.0.0.2'))).status).toBe(200);
    expect((await behind.login('root', passwords.root, from('10.0.0.2, 10.0.0.1'))).status).toBe(429);
    expect((await behind.login('root', passwords.root, from('junk'))).status).toBe(200);
  });

  it('reads two lines of forwarded-for as one list, and none from a peer that is no proxy of ours [K08]', async () => {
    const lines = (...addresses: readonly string[]) => ({
      headers: addresses.map((address) => ['X-Forwarded-For', address] as const),
    });
    const direct = await start();
    for (let index = 0; index < 5; index += 1) {
      await direct.login('root', 'wrong-password', lines(`10.0.0.${index}`, `10.0.1.${index}`));
    }
    expect((await direct.login('root', passwords.root, lines('10.0.0.98', '10.0.1.99'))).status).toBe(429);

    const behind = await startWorld({ throttled: true, trustedProxies: ['192.168.1.50/32'] });
    // The client may write the first line; the proxy adds the one that counts.
    for (let index = 0; index < 5; index += 1) {
      await behind.login('root', 'wrong-password', lines(`10.0.9.${index}`, '10.0.0.1'));
    }
    expect((await behind.login('root', passwords.root, lines('10.0.0.2', '10.0.0.1'))).status).toBe(429);
    expect((await behind.login('root', passwords.root, lines('10.0.0.1', '10.0.0.2'))).status).toBe(200);
  });

  it('counts Basic, form, JSON and password change together [K09]', async () => {
    const world = await start();
    const { unsafe } = await world.signIn('root');
    const wrong = { headers: { Authorization: basic('ROOT', 'wrong-password') } };
    expect((await world.call(wrong)).status).toBe(401);
    expect((await world.login('root', 'wrong-password')).status).toBe(401);
    const request = describeRequest({ method: 'PATCH', headers: unsafe });
    const { principal } = await world.call({ method: 'PATCH', headers: unsafe });
    if (!principal) throw new Error('nobody');
    const change = () =>
      world.auth.changePassword(request, principal, { current_password: 'x', new_password: 'a-new-password' });
    expect((await change()).ok).toBe(false);
    expect((await world.call(wrong)).status).toBe(401);
    expect((await world.login('Root', 'wrong-password')).status).toBe(401);
    const locked = [(await world.call(wrong)).reason, (await world.login('root', passwords.root)).reason];
    const changed = await change();
    expect([...locked, changed.ok ? '' : changed.problem.reason]).toEqual(Array(3).fill('login_throttled'));
  });

  it('knows one account under every spelling of its name [A18]', async () => {
    const world = await start();
    for (const name of ['Root', 'ROOT', 'ｒｏｏｔ', 'Root', 'ROOT']) await world.login(name, 'wrong-password');
    for (const name of ['root', 'ｒｏｏｔ', 'rOOt']) expect((await world.login(name, passwords.root)).status).toBe(429);
  });

  it('does not stretch a lock when the clock is set back [K10]', async () => {
    const world = await start();
    await fail(world, 5);
    world.clock.set(world.clock.now() - 3_600_000);
    const answer = await world.login('root', passwords.root);
    expect(answer.status).toBe(429);
    expect(seconds(world, answer)).toBe(30);
    world.clock.advance(30_000);
    expect((await world.login('root', passwords.root)).status).toBe(200);
  });

  it('lets a client that was right a minute ago go on while strangers lock its account', async () => {
    const world = await start();
    const Authorization = basic('op', passwords.op);
    expect((await world.call({ headers: { Authorization } })).status).toBe(200);
    await fail(world, 5, 'op');
    expect((await world.call({ headers: { Authorization } })).status).toBe(200);
    expect((await world.login('op', passwords.op)).status).toBe(429);
  });

  it('holds guesses back that were sent all at once [K01]', async () => {
    const world = await start();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => world.login('root', `guess-number-${index}`)),
    );
    const evaluated = answers.filter(({ status }) => status === 401).length;
    expect(evaluated).toBeLessThanOrEqual(7);
  });

  it.each([
    ['a user of the configuration', 'cfg', passwords.cfg],
    ['a user of the database', 'root', passwords.root],
  ])(
    'compares few passwords of %s in a flood of simultaneous guesses, for any outcome of each [K01]',
    async (_name, account, right) => {
      const world = await start();
      // Two hundred at once: most find the queue full or the account locked. The right one comes last.
      const answers = await Promise.all([
        ...Array.from({ length: 199 }, (_, index) => world.login(account, `guess-number-${index}`)),
        world.login(account, right),
      ]);
      expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(7);
      expect(answers.at(-1)?.status).not.toBe(200);
      expect((await world.login(account, right)).status).toBe(429);
    },
  );

  it('does the same for guesses with Basic [K01]', async () => {
    const world = await start();
    const guess = (password: string) => world.call({ headers: { Authorization: basic('cfg', password) } });
    const answers = await Promise.all(
      [...Array.from({ length: 99 }, (_, index) => `guess-number-${index}`), passwords.cfg].map(guess),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(7);
    expect(answers.at(-1)?.status).not.toBe(200);
  });

  it.each([
    ['with the form', (world: TestWorld, name: string, guess: string) => world.login(name, guess)],
    [
      'with Basic',
      (world: TestWorld, name: string, guess: string) => world.call({ headers: { Authorization: basic(name, guess) } }),
    ],
  ])('answers guesses %s at once alike, wherever the name is kept and where it is not [K04]', async (_name, ask) => {
    const answered = async (name: string) => {
      const world = await start();
      const guesses = Array.from({ length: 12 }, (_, index) => ask(world, name, `guess-number-${index}`));
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      return statuses.filter((status) => status === 401).length;
    };
    expect({ root: await answered('root'), cfg: await answered('cfg'), nobody: await answered('nobody') }).toEqual({
      root: 5,
      cfg: 5,
      nobody: 5,
    });
  });

  it('reveals no source of an account while the users cannot be read [K04]', async () => {
    const stores = createMemoryStores();
    let broken = false;
    const find = (account: string) => (broken ? Promise.reject(new Error('gone')) : stores.users.find(account));
    const broke = async () => {
      broken = false;
      const world = await startWorld({ stores: { ...stores, users: { ...stores.users, find } }, throttled: true });
      broken = true;
      return world;
    };
    const sequence = async (username: string) => {
      const world = await broke();
      const seen = [];
      for (let attempt = 0; attempt < 8; attempt += 1) {
        const { status, problem } = await world.login(username, 'wrong-password');
        seen.push([status, problem]);
      }
      return seen;
    };
    const nobody = await sequence('nobody');
    expect(nobody.map(([status]) => status)).toEqual([503, 503, 503, 503, 503, 429, 429, 429]);
    expect(await sequence('root')).toEqual(nobody);
    expect(await sequence('cfg')).toEqual(nobody);
    expect((await (await broke()).login('cfg', passwords.cfg)).principal?.key).toBe('config:cfg');
    expect((await (await broke()).login('root', passwords.root)).status).toBe(503);
  });

  it('knows the usual sources of an account after a restart, and the source of its setup [K06]', async () => {
    const world = await start();
    await world.login('root', passwords.root, { peer: '192.168.1.7' });
    const later = world.another({ throttle: createThrottle({ clock: world.clock }) });
    await later.start();
    const login = (password: string, peer: string) =>
      later.login(describeRequest({ method: 'POST', peer }), { username: 'root', password });
    for (let attacker = 1; attacker <= 40; attacker += 1) await login('wrong-password', `10.0.0.${attacker}`);
    expect(await login(passwords.root, '10.0.0.99')).toMatchObject({ ok: false, problem: { code: 'rate_limited' } });
    const home = await login(passwords.root, '192.168.1.7');
    expect(home.ok).toBe(true);
    if (home.ok) for (const cookie of home.value.cookies) world.canary.plant(cookie.split(/[=;]/)[1] ?? '');

    const fresh = await startWorld({ empty: true, throttled: true });
    fresh.canary.plant('first-Passwort');
    const setup = describeRequest({ method: 'POST', target: '/api/v1/setup', peer: '192.168.1.8' });
    expect((await fresh.auth.setup.create(setup, { username: 'admin', password: 'first-Passwort' })).ok).toBe(true);
    expect(await fresh.stores.goodSources.list()).toMatchObject([{ account: 'admin', source: '192.168.1.8' }]);
  });

  it('never locks this machine itself as a source, only its accounts', async () => {
    const world = await start();
    for (let index = 0; index < 40; index += 1) await fail(world, 1, `name${index}`, '127.0.0.1');
    expect((await world.login('root', passwords.root, { peer: '127.0.0.1' })).status).toBe(200);
    for (let index = 0; index < 40; index += 1) await fail(world, 1, `other${index}`, '10.0.0.1');
    expect((await world.login('root', passwords.root, { peer: '10.0.0.1' })).status).toBe(429);
  });

  it.each(['password', 'ccu'] as const)('leaves no lock behind when a failure of %s is taken back', (kind) => {
    const clock = createFakeClock();
    const throttle = createThrottle({ clock });
    const many = { kind, source: '10.0.0.1' } as const;
    for (let attempt = 0; attempt < 35; attempt += 1) throttle.failed(many);
    const waitMs = throttle.waitMs(many);
    expect(waitMs).toBeGreaterThan(0);
    throttle.failed(many);
    throttle.retracted(many);
    expect(throttle.waitMs(many)).toBe(waitMs);
    clock.advance(waitMs);
    throttle.failed(many);
    throttle.retracted(many);
    expect(throttle.waitMs(many)).toBe(0);
    // Earlier failures still count.
    throttle.failed(many);
    expect(throttle.waitMs(many)).toBeGreaterThan(0);
  });

  it('never waits longer than a quarter of an hour, after any history', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            account: fc.constantFrom('a', 'b', undefined),
            source: fc.constantFrom('1', '2'),
            skip: fc.integer({ min: -5_000_000, max: 5_000_000 }),
          }),
          { maxLength: 80 },
        ),
        (attempts) => {
          const clock = createFakeClock();
          const throttle = createThrottle({ clock, capacity: 5 });
          for (const { account, source, skip } of attempts) {
            clock.set(clock.now() + skip);
            const subject = { kind: 'password', account, source } as const;
            throttle.failed(subject);
            const wait = throttle.waitMs(subject);
            expect(wait >= 0 && wait <= 900_000).toBe(true);
          }
        },
      ),
    );
  });
});
