import { describe, expect, it } from 'vitest';
import { silentLogger, systemRandom } from '../defaults.js';
import { createLocalAccounts } from '../login/local.js';
import { createMemoryStores } from '../memory/stores.js';
import { parseAuthorization } from '../schemes/authorization.js';
import { createFakeClock } from '../testing/clock.js';
import { type Argon2, createPasswordHasher, isAcceptableHash } from './hasher.js';
import { createSemaphore } from './semaphore.js';
import { createVerifiedCache } from './verified-cache.js';

const pass = () => undefined;
const strong = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI';

/** An argon2 that only notes what it was asked. */
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
    const [a, b] = [await hasher.hash('correct horse'), await hasher.hash('correct horse')];
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(a).not.toBe(b);
    expect([await hasher.verify(a, 'correct horse', pass), await hasher.verify(a, 'correct hors', pass)]).toEqual([
      true,
      false,
    ]);
  });

  it('does the same work for a user who does not exist [A05] [A19]', async () => {
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
    });
    const configUsers = new Map([['cfg', { password: 'secret-text', role: 'admin' as const }]]);
    const accounts = createLocalAccounts({
      users,
      settings: { configUsers },
      hasher,
      bootKey: systemRandom(32),
      epochKey: systemRandom(32),
      logger: silentLogger,
    });
    for (const username of ['root', 'nobody', 'cfg'])
      await accounts.verify({ username, password: 'wrong-password' }, pass);
    expect(calls.length).toBe(3);
    for (const { phc } of calls) expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
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
      expect(await hasher.verify(tampered, 'password', pass)).toBe(false);
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
      hasher.verifyNobody('wrong', pass).then(
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
  const limits = { concurrency: 1, queue: 2, maxWaitMs: 5000 };

  it('gives up on what waited too long, and goes on with the rest', async () => {
    const clock = createFakeClock();
    const run = createSemaphore(limits, clock);
    let finish = () => {};
    const first = run(
      () =>
        new Promise<string>((resolve) => {
          finish = () => resolve('first');
        }),
    );
    const second = run(async () => 'second').catch((error: { code?: string }) => error.code);
    clock.advance(5000);
    expect(await second).toBe('auth_busy');
    const third = run(async () => 'third');
    finish();
    expect(await Promise.all([first, third])).toEqual(['first', 'third']);
  });

  it('is not blocked by work that fails', async () => {
    const run = createSemaphore(limits, createFakeClock());
    await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await run(async () => 'next')).toBe('next');
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

  it('is bounded, and forgets a principal when told', () => {
    const cache = createVerifiedCache(systemRandom(32), createFakeClock());
    for (let index = 0; index < 300; index += 1)
      cache.remember(`u${index}`, { principalKey: `local:u${index}`, epoch: '1.1' });
    expect(cache.find('u43')).toBeNull();
    expect(cache.find('u44')).not.toBeNull();
    cache.forget('local:u299');
    expect(cache.find('u299')).toBeNull();
  });
});
