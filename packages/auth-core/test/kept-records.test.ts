import { describe, expect, it } from 'vitest';
import { type AuthStores, createMemoryStores } from '../src/index.js';
import { basic, bearer, describeRequest, passwords, tokenRecord } from '../src/testing/index.js';
import { cli, startWorld, type TestWorld } from './world.js';

/** Stores in memory with a list of the look-ups, and a switch that makes them fail. */
function countingStores() {
  const memory = createMemoryStores();
  const asked: string[] = [];
  const state = { isAway: false };
  const counting = <Key, Answer>(name: string, find: (key: Key) => Promise<Answer>) => {
    return async (key: Key): Promise<Answer> => {
      asked.push(name);
      if (state.isAway) throw new Error('away');
      return find(key);
    };
  };
  const current = counting('current', () => memory.changes.current());
  const stores: AuthStores = {
    ...memory,
    users: { ...memory.users, find: counting('user', memory.users.find) },
    sessions: { ...memory.sessions, find: counting('session', memory.sessions.find) },
    tokens: { ...memory.tokens, find: counting('token', memory.tokens.find) },
    changes: { current: () => current(undefined) },
  };
  return { stores, memory, asked, state };
}

type Headers = Readonly<Record<string, string>>;

async function startCounting() {
  const { stores, memory, asked, state } = countingStores();
  const world = await startWorld({ stores });
  const ask = async (headers: Headers) => (await world.call({ headers })).status;
  return { world, memory, asked, state, ask };
}

/** How a credential of each scheme is made, and how another process ends it. */
const schemes: readonly {
  readonly name: string;
  readonly headersOf: (world: TestWorld) => Promise<Headers>;
  readonly endElsewhere: (stores: AuthStores, headers: Headers) => Promise<unknown>;
}[] = [
  {
    name: 'an API token',
    headersOf: async ({ tokens }) => ({ Authorization: bearer(tokens.viewer) }),
    endElsewhere: async ({ tokens }) => {
      for (const { fingerprint } of await tokens.list()) await tokens.revoke(fingerprint, 0);
    },
  },
  {
    name: 'a session',
    headersOf: async (world) => (await world.signIn('vi')).headers,
    endElsewhere: async ({ sessions }) => {
      for (const { idHash } of await sessions.list()) await sessions.delete(idHash);
    },
  },
  {
    name: 'a session of a disabled account',
    headersOf: async (world) => (await world.signIn('vi')).headers,
    endElsewhere: ({ users }) => users.update('vi', { disabledAt: 0 }, { keepAdmin: true }),
  },
  {
    name: 'a Basic credential',
    headersOf: async () => ({ Authorization: basic('vi', passwords.vi) }),
    endElsewhere: ({ users }) => users.update('vi', { passwordHash: 'another' }, { keepAdmin: true }),
  },
];

describe.each(schemes)('$name that was used before', ({ headersOf, endElsewhere }) => {
  it('is admitted without a look-up, and after a while by the number of changes alone', async () => {
    const { world, asked, ask } = await startCounting();
    const headers = await headersOf(world);
    expect(await ask(headers)).toBe(200);
    asked.length = 0;
    expect(await ask(headers)).toBe(200);
    expect(asked).toEqual([]);
    world.clock.advance(10_000);
    expect(await ask(headers)).toBe(200);
    expect(asked).toEqual(['current']);
  });

  it('is decided without waiting, and waits for the stores once the number of changes is 250 ms old', async () => {
    const { world, ask } = await startCounting();
    const headers = await headersOf(world);
    await ask(headers);
    const check = () => world.auth.check(describeRequest({ headers }), 'viewer');
    expect(check()).toMatchObject({ ok: true });
    world.clock.advance(250);
    const late = check();
    expect(late).toBeInstanceOf(Promise);
    expect(await late).toMatchObject({ ok: true });
  });

  it('is looked up again when the number of changes is another one', async () => {
    const { world, memory, asked, ask } = await startCounting();
    const headers = await headersOf(world);
    await ask(headers);
    await memory.tokens.create(tokenRecord({}));
    world.clock.advance(250);
    asked.length = 0;
    expect(await ask(headers)).toBe(200);
    expect(asked[0]).toBe('current');
    expect(asked.length).toBeGreaterThan(1);
  });

  it('is refused within 250 ms when another process ends it', async () => {
    const { world, memory, ask } = await startCounting();
    const headers = await headersOf(world);
    expect(await ask(headers)).toBe(200);
    await endElsewhere(memory, headers);
    world.clock.advance(250);
    expect(await ask(headers)).toBe(401);
  });

  it('is refused within 250 ms when the stores fail, and admitted when they are back', async () => {
    const { world, state, ask } = await startCounting();
    const headers = await headersOf(world);
    expect(await ask(headers)).toBe(200);
    state.isAway = true;
    world.clock.advance(250);
    expect(await ask(headers)).toBe(503);
    state.isAway = false;
    expect(await ask(headers)).toBe(200);
  });

  it('is looked up again after a review', async () => {
    const { world, asked, ask } = await startCounting();
    const headers = await headersOf(world);
    await ask(headers);
    await world.auth.review();
    asked.length = 0;
    expect(await ask(headers)).toBe(200);
    expect(asked.length).toBeGreaterThan(0);
  });
});

describe('a credential that this process ends', () => {
  it('is refused at once: a revoked token, a session after logout, Basic after a password change', async () => {
    const { world, ask } = await startCounting();
    const token = { Authorization: bearer(world.tokens.viewer) };
    const session = await world.signIn('op');
    const pair = { Authorization: basic('vi', passwords.vi) };
    const used = [token, session.headers, pair];
    for (const headers of [...used, ...used]) expect(await ask(headers)).toBe(200);
    const listed = await world.auth.tokens.list();
    if (!listed.ok) throw new Error('refused');
    for (const { fingerprint } of listed.value) await world.auth.tokens.revoke(fingerprint, cli);
    expect(await ask(token)).toBe(401);
    expect(await ask(pair)).toBe(200);
    await world.auth.users.update('vi', { password: 'another-Passwort-9!' }, cli);
    expect(await ask(pair)).toBe(401);
    expect(await ask(session.headers)).toBe(200);
    await world.auth.logout(
      describeRequest({ method: 'POST', target: '/api/v1/auth/logout', headers: session.unsafe }),
    );
    expect(await ask(session.headers)).toBe(401);
  });

  it('is not kept by a look-up that began before its end', async () => {
    const { stores, memory } = countingStores();
    let answered = Promise.resolve();
    const find: typeof memory.tokens.find = async (fingerprint) => {
      const found = await memory.tokens.find(fingerprint);
      await answered;
      return found;
    };
    const world = await startWorld({ stores: { ...stores, tokens: { ...stores.tokens, find } } });
    const headers = { Authorization: bearer(world.tokens.viewer) };
    const other = { Authorization: bearer(world.tokens.admin) };
    expect((await world.call({ headers: other })).status).toBe(200);
    let answer = () => {};
    answered = new Promise((settle) => {
      answer = settle;
    });
    const slow = world.call({ headers });
    for (const { fingerprint } of await memory.tokens.list()) await world.auth.tokens.revoke(fingerprint, cli);
    answer();
    await slow;
    expect((await world.call({ headers })).status).toBe(401);
  });
});

it('keeps at most 1024 records of a kind', async () => {
  const { world, asked, ask } = await startCounting();
  const made: Headers[] = [];
  for (let index = 0; index < 1_025; index += 1) {
    const created = await world.auth.tokens.create({ subject: 'ha', role: 'viewer' }, cli);
    if (!created.ok) throw new Error('refused');
    made.push({ Authorization: bearer(world.canary.plant(created.value.token)) });
  }
  for (const headers of made) expect(await ask(headers)).toBe(200);
  asked.length = 0;
  expect(await ask(made[1_024] ?? {})).toBe(200);
  expect(asked).toEqual([]);
  expect(await ask(made[0] ?? {})).toBe(200);
  expect(asked).toEqual(['token']);
});
