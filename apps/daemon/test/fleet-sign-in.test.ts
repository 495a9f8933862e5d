import { describe, expect, it } from 'vitest';
import { fleetForEach, noNats, noNatsNote, seesCcu } from './fleet-worlds.js';
import { CCU_USER, type World } from './world.js';

const CHEF = { name: 'Chef', password: 'chef-passwort', level: 8 } as const;

describe.skipIf(noNats)(`signing in with an account of the CCU in a fleet${noNatsNote}`, () => {
  const { start: startOne, worlds } = fleetForEach({
    simulator: { users: [CCU_USER, CHEF], interfaces: ['HmIP-RF'] },
    config: { north: { rest: { listen: '127.0.0.1:0', auth: { ccu: { enabled: true } } } } },
  });

  async function start(name: string, role: 'link' | 'serve', key = 1): Promise<World> {
    const world = await startOne(name, role, { env: { SERVICE_SECRET_KEY: Buffer.alloc(32, key).toString('base64') } });
    const administrator = { username: 'root', password: 'break-the-glass', role: 'admin' };
    expect((await world.call('POST', '/api/v1/users', { body: administrator })).status).toBe(201);
    return world;
  }
  const signIn = (world: World, password: string) =>
    world.call('POST', '/api/v1/auth/login', { as: 'stranger', body: { username: CHEF.name, password } });

  it('works at a gateway without a CCU of its own, and refuses logins that the CCU refuses', async () => {
    await start('link', 'link');
    const serve = await start('serve', 'serve');
    // Each sign-in counts, also one that no CCU answers.
    await seesCcu(serve);
    const { status, json } = await signIn(serve, CHEF.password);
    expect([status, json]).toMatchObject([200, { subject: 'chef', role: 'admin', scheme: 'ccu' }]);
    expect((await signIn(serve, 'not-the-password')).status).toBe(401);
    for (const world of worlds) expect(world.logged()).not.toContain(CHEF.password);
  });

  it('is not there where the gateways have no key in common', async () => {
    const link = await start('link', 'link');
    const serve = await start('serve', 'serve', 2);
    for (const world of [link, serve]) await seesCcu(world);
    expect((await signIn(link, CHEF.password)).status).toBe(200);
    const before = link.simulator.received.jsonCalls.length;
    expect((await signIn(serve, CHEF.password)).status).toBe(401);
    const asked = link.simulator.received.jsonCalls.slice(before).filter(({ method }) => method === 'Session.login');
    expect(asked.filter(({ params }) => params.username === CHEF.name)).toEqual([]);
  });
});
