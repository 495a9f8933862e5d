import { expect, it } from 'vitest';
import { createMemoryStores } from '../src/index.js';
import { describeRequest, passwords } from '../src/testing/index.js';
import { startWorld } from './world.js';

const key = (byte: number) => new Uint8Array(32).fill(byte);
const page = (cookie: string) => describeRequest({ target: '/login', headers: { Cookie: cookie } });
const named = (id: string, name = 'service') => page(`${name}_session=${id}`);

it('recognises the session of another gateway by its cookie alone', async () => {
  const here = await startWorld({ sessionMarkKey: key(1) });
  const there = await startWorld({ sessionMarkKey: key(2) });
  const { id } = await there.signIn('root');
  expect(here.auth.foreignSessions.lastSeenAt).toBeNull();
  expect(await here.auth.foreignSessions.isCarriedBy(named(id))).toBe(true);
  expect(here.auth.foreignSessions.lastSeenAt).toBe(here.clock.now());
  expect(await there.auth.foreignSessions.isCarriedBy(named(id))).toBe(false);
});

it('recognises the session of a gateway that makes ids without a tag', async () => {
  const here = await startWorld({ sessionMarkKey: key(1) });
  const { id } = await (await startWorld()).signIn('root');
  expect(await here.auth.foreignSessions.isCarriedBy(named(id))).toBe(true);
});

it('takes an ended session of its own for its own, also after a restart', async () => {
  const stores = createMemoryStores();
  const world = await startWorld({ sessionMarkKey: key(1), stores });
  const { id, unsafe } = await world.signIn('root');
  await world.auth.logout(describeRequest({ method: 'POST', target: '/api/v1/auth/logout', headers: unsafe }));
  const again = world.another();
  for (const { foreignSessions } of [world.auth, again]) {
    expect(await foreignSessions.isCarriedBy(named(id))).toBe(false);
    expect(foreignSessions.lastSeenAt).toBeNull();
  }
});

it('accepts a session with an id from before ids had tags', async () => {
  const stores = createMemoryStores();
  const { id, headers } = await (await startWorld({ stores })).signIn('root');
  const world = await startWorld({ stores, sessionMarkKey: key(1), empty: true });
  expect((await world.call({ headers })).status).toBe(200);
  expect(await world.auth.foreignSessions.isCarriedBy(named(id))).toBe(false);
});

it('accepts no id for its tag alone, and answers a foreign one as any unknown one', async () => {
  const here = await startWorld({ sessionMarkKey: key(1) });
  const there = await startWorld({ sessionMarkKey: key(1) });
  const stranger = await startWorld({ sessionMarkKey: key(2) });
  const refusals = await Promise.all(
    [await there.signIn('root'), await stranger.signIn('root')].map(({ headers }) => here.call({ headers })),
  );
  expect(refusals.map(({ status }) => status)).toEqual([401, 401]);
  expect(refusals[0]?.problem).toEqual(refusals[1]?.problem);
});

it('finds nothing foreign in cookies of another name or form, beside a live session, or without a key', async () => {
  const here = await startWorld({ sessionMarkKey: key(1) });
  const { id } = await (await startWorld({ sessionMarkKey: key(2) })).signIn('root');
  const own = await here.signIn('root');
  const without = await startWorld();
  const cookies = [
    '',
    `other_session=${id}`,
    `service_session=${id}x`,
    'service_session=',
    `service_session=${id.slice(1)}`,
  ];
  for (const cookie of [...cookies, `service_session=${own.id}; service_session=${id}`]) {
    expect(await here.auth.foreignSessions.isCarriedBy(page(cookie)), cookie).toBe(false);
  }
  expect(await without.auth.foreignSessions.isCarriedBy(named(id))).toBe(false);
  expect(here.auth.foreignSessions.lastSeenAt).toBeNull();
});

it('logs the remedy once and never the cookie', async () => {
  const here = await startWorld({ sessionMarkKey: key(1), nameOfOption: () => 'service_name' });
  const { id } = await (await startWorld({ sessionMarkKey: key(2) })).signIn('root');
  for (let times = 0; times < 3; times += 1) await here.auth.foreignSessions.isCarriedBy(named(id));
  const lines = here.log.filter(({ event }) => event === 'auth.session.of_another_gateway');
  expect(lines).toEqual([expect.objectContaining({ level: 'warn' })]);
  expect(lines[0]?.fields.help).toContain('service_name');
  expect(JSON.stringify(here.log)).not.toContain(id);
});

it('keeps the form of ids and repeats none', async () => {
  const here = await startWorld({ sessionMarkKey: key(1), empty: true, configUsers: { cfg: passwords.cfg } });
  const ids = new Set<string>();
  for (let times = 0; times < 200; times += 1) ids.add((await here.signIn('cfg')).id);
  expect(ids.size).toBe(200);
  for (const id of ids) {
    expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(id, 'base64url').byteLength).toBe(32);
  }
});
