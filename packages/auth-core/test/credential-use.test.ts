import { expect, it } from 'vitest';
import { createMemoryStores } from '../src/index.js';
import { bearer } from '../src/testing/index.js';
import { cli, startWorld } from './world.js';

const granted = <T>(result: { readonly ok: boolean; readonly value?: T }): T => {
  if (!result.ok || result.value === undefined) throw new Error('refused');
  return result.value;
};

it('notes the client name of a token, without control characters, and never the token itself', async () => {
  const world = await startWorld();
  const created = granted(await world.auth.tokens.create({ subject: 'ha', role: 'viewer' }, cli));
  world.canary.plant(created.token);
  expect(created.createdBy).toBe('cli');
  const listed = async () =>
    granted(await world.auth.tokens.list()).find(({ fingerprint }) => fingerprint === created.fingerprint);
  const use = (userAgent: string) =>
    world.call({ headers: { Authorization: bearer(created.token), 'User-Agent': userAgent } });
  expect((await use(`curl ${created.token}`)).status).toBe(200);
  expect((await listed())?.lastClient).toBeNull();
  world.clock.advance(60_000);
  await use('Home Assistant/2026.1');
  expect(await listed()).toMatchObject({ lastClient: 'Home Assistant/2026.1', lastSeenAt: world.clock.now() });
});

it('notes the use of a session once a minute, and lets the request in where that fails', async () => {
  const stores = createMemoryStores();
  const touches: number[] = [];
  const sessions = {
    ...stores.sessions,
    touch: async (_: string, at: number) => {
      touches.push(at);
      throw new Error('disk full');
    },
  };
  const world = await startWorld({ stores: { ...stores, sessions } });
  const { headers } = await world.signIn('root');
  expect(touches).toEqual([]);
  for (const pause of [0, 0, 30_000, 30_000]) {
    world.clock.advance(pause);
    expect((await world.call({ headers })).status).toBe(200);
  }
  expect(touches).toEqual([world.clock.now() - 60_000, world.clock.now()]);
});
