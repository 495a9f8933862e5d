import { describe, expect, it } from 'vitest';
import { createLocalAccounts } from '../accounts/local.js';
import { createMemoryStores } from '../memory/stores.js';
import { silentLogger, systemRandom } from '../model/defaults.js';
import { parseAuthorization } from '../schemes/authorization.js';
import { createFakeClock } from '../testing/clock.js';
import type { Attempt } from '../throttle/attempts.js';
import { createAttemptTurns } from './attempt-turns.js';
import { type Argon2, createPasswordHasher, isAcceptableHash } from './hasher.js';
import { createSemaphore } from './semaphore.js';
import { createVerifiedCache } from './verified-cache.js';

const place = { source: '192.168.1.50', reserved: false } as const;
/** An attempt that may always go on. */
const free: Attempt = {
  place,
  admit: () => undefined,
  wrong: () => undefined,
  takeBack: () => undefined,
  right: () => undefined,
};
const strong = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI';

/** An argon2 that only records its calls. */
function noting() {
  const calls: { readonly phc: string; readonly bytes: number }[] = [];
  const argon2: Argon2 = {
    hash: async () => strong,
    verify: async (phc, password) => {
      calls.push({ phc, bytes: password.byteLength });
      return false;
    },
  };
  return { argon2, calls };
}

describe('the password hasher', () => {
  it('makes argon2id hashes with the documented parameters and a salt of their own', async () => {
    const hasher = createPasswordHasher({ clock: createFakeClock(), random: systemRandom });
    const [a, b] = [await hasher.hash('correct horse', place), await hasher.hash('correct horse', place)];
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(a).not.toBe(b);
    const verify = (password: string) => hasher.inTurn(place, (slow) => slow.verify(a, password));
    expect([await verify('correct horse'), await verify('correct hors')]).toEqual([true, false]);
  });

  it('does the same work for a user that does not exist [A05] [A19]', async () => {
    const { argon2, calls } = noting();
    const hasher = createPasswordHasher({ clock: createFakeClock(), random: systemRandom, argon2 });
    const { users } = createMemoryStores();
    await users.create({
      account: 'root',
      role: 'admin',
      passwordHash: strong,
      generation: 1,
      createdAt: 0,
      lastSeenAt: null,
      disabledAt: null,
    });
    const configUsers = new Map([['cfg', { password: 'secret-text', role: 'admin' as const }]]);
    const accounts = createLocalAccounts({
      users,
      kept: { user: () => undefined },
      attemptTurn: createAttemptTurns(),
      settings: { configUsers },
      hasher,
      bootKey: systemRandom(32),
      epochKey: systemRandom(32),
      logger: silentLogger,
    });
    for (const username of ['root', 'nobody', 'cfg'])
      await accounts.verify({ username, password: 'wrong-password' }, free);
    expect(calls.length).toBe(3);
    for (const { phc } of calls) expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('works at another cost alike for existing and missing users', async () => {
    const { argon2, calls } = noting();
    const asked: object[] = [];
    const hasher = createPasswordHasher({
      clock: createFakeClock(),
      random: systemRandom,
      cost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
      argon2: { ...argon2, hash: async (_, { salt, ...options }) => String(asked.push(options)) },
    });
    await hasher.hash('correct horse', place);
    await hasher.inTurn(place, (slow) => slow.verifyUnknownAccount('wrong'));
    expect(asked).toEqual([{ memoryCost: 8, timeCost: 1, parallelism: 1, outputLen: 32 }]);
    expect(calls.map(({ phc }) => phc)).toEqual([expect.stringContaining('$m=8,t=1,p=1$')]);
  });

  it('is never asked about a password that is too long [A11]', () => {
    for (const size of [1025, 1_048_576]) {
      const value = `Basic ${Buffer.from(`root:${'x'.repeat(size)}`).toString('base64')}`;
      expect(parseAuthorization(value).kind).toBe('malformed');
    }
  });

  it('takes a stored hash that asks for gigabytes as wrong, and asks only for the usual work [K25]', async () => {
    const { argon2, calls } = noting();
    const hasher = createPasswordHasher({ clock: createFakeClock(), random: systemRandom, argon2 });
    for (const tampered of [
      strong.replace('m=19456', 'm=4194304'),
      strong.replace('t=2', 't=7'),
      strong.replace('p=1', 'p=5'),
      strong.replace('argon2id', 'argon2i'),
      '',
      'x',
      '$2b$10$abc',
      strong.replace('m=19456', 'm=1'),
    ]) {
      expect(isAcceptableHash(tampered)).toBe(false);
      expect(await hasher.inTurn(place, (slow) => slow.verify(tampered, 'password'))).toBe(false);
      expect(calls.at(-1)?.phc).toContain('m=19456,t=2,p=1');
    }
  });

  it('works on two at once, lets 32 wait, and turns the rest away at once [A16]', async () => {
    let running = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const argon2: Argon2 = {
      hash: async () => strong,
      verify: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => gates.push(resolve));
        running -= 1;
        return false;
      },
    };
    const hasher = createPasswordHasher({ clock: createFakeClock(), random: systemRandom, argon2 });
    const attempts = Array.from({ length: 200 }, () =>
      hasher
        .inTurn(place, (slow) => slow.verifyUnknownAccount('wrong'))
        .then(
          () => 'checked',
          (error: { code?: string }) => String(error.code),
        ),
    );
    const turned = setInterval(() => gates.shift()?.(), 0);
    const outcomes = await Promise.all(attempts);
    clearInterval(turned);
    expect(most).toBe(2);
    expect(outcomes.filter((outcome) => outcome === 'checked').length).toBe(34);
    expect(outcomes.filter((outcome) => outcome === 'auth_busy').length).toBe(166);
  });
});

describe('a queue for work', () => {
  const limits = { concurrency: 1, queue: 2, reserved: 1, maxWaitMs: 5000 };

  it('gives up on waiters that exceeded the limit, and goes on with the rest', async () => {
    const clock = createFakeClock();
    const run = createSemaphore(limits, clock);
    let finish = () => {};
    const first = run(
      place,
      () =>
        new Promise<string>((resolve) => {
          finish = () => resolve('first');
        }),
    );
    const second = run(place, async () => 'second').catch((error: { code?: string }) => error.code);
    clock.advance(5000);
    expect(await second).toBe('auth_busy');
    const third = run(place, async () => 'third');
    finish();
    expect(await Promise.all([first, third])).toEqual(['first', 'third']);
  });

  it('is not blocked by work that fails', async () => {
    const run = createSemaphore(limits, createFakeClock());
    await expect(run(place, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await run(place, async () => 'next')).toBe('next');
  });
});

/** Occupies the only slot and returns the order in which later waiters are served. */
async function served(
  limits: Parameters<typeof createSemaphore>[0],
  places: readonly { readonly source: string; readonly reserved?: boolean }[],
) {
  const run = createSemaphore(limits, createFakeClock());
  const order: string[] = [];
  let finish = () => {};
  const first = run(place, () => new Promise<void>((resolve) => (finish = resolve)));
  const rest = places.map(({ source, reserved = false }) =>
    run({ source, reserved }, async () => void order.push(source)).catch((error: { code?: string }) => error.code),
  );
  finish();
  const outcomes = await Promise.all([first, ...rest]);
  return { order, busy: outcomes.filter((outcome) => outcome === 'auth_busy').length };
}

describe('the places of a queue', () => {
  const flood = (length: number) => Array.from({ length }, () => ({ source: 'flood' }));

  it('are served round by source, so that a source that floods waits for itself', async () => {
    const { order } = await served({ concurrency: 1, queue: 8, reserved: 2, maxWaitMs: 5000 }, [
      ...flood(4),
      { source: 'a' },
      { source: 'b' },
    ]);
    expect(order).toEqual(['flood', 'a', 'b', 'flood', 'flood', 'flood']);
  });

  it('are taken from the source with most of them when the queue is full', async () => {
    const { order, busy } = await served({ concurrency: 1, queue: 4, reserved: 2, maxWaitMs: 5000 }, [
      ...flood(10),
      { source: 'a' },
      { source: 'b' },
    ]);
    expect([order, busy]).toEqual([['flood', 'a', 'b', 'flood'], 8]);
  });

  it.each([
    ['10.0.0', (index: number) => `10.0.0.${index}`],
    ['a /32 of IPv6', (index: number) => `2001:db8:${index.toString(16)}:0::/64`],
  ])('are taken from the network with most of them, where each source has one: %s', async (_what, sourceOf) => {
    const crowd = Array.from({ length: 200 }, (_, index) => ({ source: sourceOf(index) }));
    const strangers = ['192.168.1.2', '2001:dead:0:1::/64'].map((source) => ({ source }));
    const { order, busy } = await served({ concurrency: 1, queue: 4, reserved: 2, maxWaitMs: 5000 }, [
      ...crowd,
      ...strangers,
      ...crowd.slice(100),
    ]);
    expect(order).toEqual([sourceOf(0), sourceOf(1), ...strangers.map(({ source }) => source)]);
    expect(busy).toBe(298);
  });

  it('are not exchanged among networks that have as many', async () => {
    const networks = ['10.1.0.1', '10.2.0.1', '10.3.0.1', '10.4.0.1', '10.5.0.1'].map((source) => ({ source }));
    const { order } = await served({ concurrency: 1, queue: 4, reserved: 2, maxWaitMs: 5000 }, networks);
    expect(order).toEqual(['10.1.0.1', '10.2.0.1', '10.3.0.1', '10.4.0.1']);
  });

  it('are kept for known callers, for any number of sources', async () => {
    const crowd = Array.from({ length: 200 }, (_, index) => ({ source: `10.0.0.${index}` }));
    const { order, busy } = await served({ concurrency: 1, queue: 4, reserved: 2, maxWaitMs: 5000 }, [
      ...crowd,
      { source: 'home', reserved: true },
      { source: 'office', reserved: true },
    ]);
    expect(order.slice(0, 3)).toEqual(['home', '10.0.0.0', 'office']);
    expect(busy).toBe(196);
  });
});

describe('the memory of right passwords', () => {
  const credential = { principalKey: 'local:root', epoch: '1.1' };

  it('lasts a minute and knows only the exact text', () => {
    const clock = createFakeClock();
    const cache = createVerifiedCache(systemRandom(32), clock);
    cache.remember('Basic cm9vdDpz', credential);
    expect(cache.find('Basic cm9vdDpz')).toMatchObject(credential);
    expect(cache.find('Basic cm9vdDpt')).toBeNull();
    expect(cache.find('basic cm9vdDpz')).toBeNull();
    clock.advance(59_999);
    expect(cache.find('Basic cm9vdDpz')).toMatchObject(credential);
    clock.advance(1);
    expect(cache.find('Basic cm9vdDpz')).toBeNull();
  });

  it('is bounded, and forgets a principal on request', () => {
    const cache = createVerifiedCache(systemRandom(32), createFakeClock());
    for (let index = 0; index < 300; index += 1)
      cache.remember(`u${index}`, { principalKey: `local:u${index}`, epoch: '1.1' });
    expect(cache.find('u43')).toBeNull();
    expect(cache.find('u44')).not.toBeNull();
    cache.forget('local:u299');
    expect(cache.find('u299')).toBeNull();
  });
});
