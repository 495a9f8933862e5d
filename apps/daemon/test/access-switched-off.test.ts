import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Browser, openBrowser } from './access/browser.js';
import { CCU_USER, startWorld, type World } from './world.js';

const only = ['00F1C0DE000001'];

const CHEF = { name: 'Chef', password: 'chef-passwort', level: 8 } as const;
const simulator = { interfaces: ['HmIP-RF'], users: [CCU_USER, CHEF] } as const;

async function signIn(world: World, username: string, password: string): Promise<Browser> {
  const browser = openBrowser(world.url);
  const answer = await browser.visit('POST', '/api/v1/auth/login', { json: { username, password } });
  expect(answer.status, answer.text).toBe(200);
  return browser;
}
const me = async (browser: Browser) => (await browser.visit('GET', '/api/v1/auth/me')).status;

/** Changes settings of access control that count at once. */
async function change(world: World, scheme: 'ccu' | 'oidc', members: Readonly<Record<string, unknown>>) {
  const path = `/api/v1/config/sections/north.rest.auth.${scheme}`;
  const { json } = await world.call('GET', path);
  const answer = await world.call('PUT', path, { body: { ...json, ...members } });
  expect(answer.json, answer.text).toMatchObject({ applied: true, restart_required: false });
}

it('CCU login that is switched off at run time ends its sessions, and counts again when it is switched on', async () => {
  const north = { rest: { listen: '127.0.0.1:0', auth: { ccu: { enabled: true } } } };
  await using world = await startWorld({ only, simulator, config: { north } });
  const chef = await signIn(world, CHEF.name, CHEF.password);
  await change(world, 'ccu', { enabled: false });
  expect(await me(chef)).toBe(401);
  await change(world, 'ccu', { enabled: true });
  expect(await me(chef)).toBe(401);
  const again = await signIn(world, CHEF.name, CHEF.password);

  const { json: house } = await world.call('GET', '/api/v1/centrals/home');
  const off = await world.call('PUT', '/api/v1/centrals/home', { body: { ...house, enabled: false } });
  expect(off.status).toBeLessThan(300);
  expect(await me(again)).toBe(401);
});

it('a provider that is switched on or off at run time brings its routes and takes them away', async () => {
  await using world = await startWorld({ waitForCcu: false, config: { centrals: [] } });
  const start = () => openBrowser(world.url).visit('GET', '/api/v1/auth/oidc/start');
  expect((await start()).json).toMatchObject({ status: 404, reason: 'not_configured' });
  const provider = {
    enabled: true,
    issuer: 'http://127.0.0.1:1',
    client_id: 'gateway',
    redirect_url: 'http://127.0.0.1/api/v1/auth/oidc/callback',
  };
  await change(world, 'oidc', provider);
  expect((await start()).json).toMatchObject({ status: 503, reason: 'oidc_unavailable' });
  await change(world, 'oidc', { enabled: false });
  expect((await start()).json).toMatchObject({ status: 404, reason: 'not_configured' });
  const callback = await openBrowser(world.url).visit('GET', '/api/v1/auth/oidc/callback?code=x&state=y');
  expect(callback.status).toBe(404);
});

it('sessions of a user of the file outlive a restart, but not a new password', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-epoch-'));
  const startWith = (password: string) =>
    startWorld({
      waitForCcu: false,
      mintTokens: false,
      dataDir,
      config: { centrals: [], north: { rest: { listen: '127.0.0.1:0', auth: { users: { karl: password } } } } },
    });
  const cookieOf = (browser: Browser) => ({ cookie: browser.cookiesFor('/api/v1/auth/me') });
  const ask = async (world: World, headers: Readonly<Record<string, string>>) =>
    (await world.call('GET', '/api/v1/auth/me', { as: 'stranger', headers })).status;
  try {
    const first = await startWith('from-the-file');
    const karl = cookieOf(await signIn(first, 'karl', 'from-the-file'));
    await first.close();
    const second = await startWith('from-the-file');
    expect(await ask(second, karl)).toBe(200);
    await second.close();
    const third = await startWith('another-password');
    expect(await ask(third, karl)).toBe(401);
    await third.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
