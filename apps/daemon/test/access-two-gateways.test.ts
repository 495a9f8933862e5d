import { afterEach, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const PASSWORD = 'a-password-of-anna';

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function start(config: object = {}): Promise<World> {
  const auth = { users: { anna: PASSWORD } };
  const rest = { listen: '127.0.0.1:0', auth };
  const world = await startWorld({
    waitForCcu: false,
    mintTokens: false,
    config: { centrals: [], north: { rest }, ...config },
  });
  worlds.push(world);
  return world;
}

async function signIn(world: World): Promise<string> {
  const answer = await fetch(`${world.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'anna', password: PASSWORD }),
  });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

const pageOf = async (world: World, cookie?: string) => {
  const answer = await fetch(`${world.url}/login`, { headers: cookie === undefined ? {} : { cookie } });
  return await answer.text();
};

const findings = async (world: World): Promise<readonly { readonly id: string }[]> => {
  const authorization = `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}`;
  const { json } = await world.call('GET', '/api/v1/diagnostics/doctor', {
    as: 'stranger',
    headers: { authorization },
  });
  return (json as { readonly findings: readonly { readonly id: string }[] }).findings;
};

it('names service_name on the sign-in page and in the doctor after a browser sent the session of another gateway', async () => {
  const [here, there] = [await start(), await start()];
  const cookie = await signIn(there);
  const shared = expect.objectContaining({
    id: 'config.shared_cookies',
    fix: expect.objectContaining({ setting: 'service_name' }),
  });
  expect(await pageOf(here)).not.toContain('service_name');
  expect(await findings(here)).not.toContainEqual(shared);
  expect(await pageOf(here, cookie)).toContain('service_name');
  expect(await findings(here)).toContainEqual(shared);
  expect(await pageOf(there, cookie)).not.toContain('service_name');
  expect(await findings(there)).not.toContainEqual(shared);
  for (const value of cookie.split('; ').map((pair) => pair.split('=')[1] ?? '')) {
    expect(here.logged()).not.toContain(value);
  }
});

it('notices it also where a page of the gateway asked with that session, and not where its own has ended', async () => {
  const [here, there] = [await start(), await start()];
  const own = await signIn(here);
  await fetch(`${here.url}/api/v1/auth/logout`, {
    method: 'POST',
    headers: { cookie: own, 'x-csrf-token': /service_csrf=([^;]+)/.exec(own)?.[1] ?? '' },
  });
  expect(await pageOf(here, own)).not.toContain('service_name');
  expect((await findings(here)).map(({ id }) => id)).not.toContain('config.shared_cookies');
  const answer = await fetch(`${here.url}/api/v1/auth/me`, { headers: { cookie: await signIn(there) } });
  expect(answer.status).toBe(401);
  expect((await findings(here)).map(({ id }) => id)).toContain('config.shared_cookies');
});

it('keeps two gateways of different names apart', async () => {
  const [here, there] = [await start(), await start({ service_name: 'attic' })];
  const both = `${await signIn(here)}; ${await signIn(there)}`;
  for (const world of [here, there]) {
    expect((await fetch(`${world.url}/api/v1/auth/me`, { headers: { cookie: both } })).status).toBe(200);
    expect(await pageOf(world, both)).not.toContain('service_name');
  }
});
