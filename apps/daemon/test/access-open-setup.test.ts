import { describeRequest } from '@ccu-gateway/auth-core/testing';
import { startSimulator } from '@ccu-gateway/ccu-simulator';
import { describe, expect, it } from 'vitest';
import { type Browser, csrfOf, openBrowser } from './access/browser.js';
import { CCU_USER, startWorld, type World } from './world.js';

const only = ['00F1C0DE000001'];

const north = { rest: { listen: '127.0.0.1:0', auth: { ccu: { enabled: true } } } };
const account = { username: 'mallory', password: 'a stranger came in' };

/** A gateway that only the accounts of its CCU can sign in to. */
const startCcuOnly = () => startWorld({ only, mintTokens: false, simulator, config: { north } });

const anonymousSetup = (world: World) =>
  world.call('POST', '/api/v1/setup', { as: 'stranger', body: account }).then(({ status }) => status);

/** Another user than the account the gateway itself works with. */
const CHEF = { name: 'Chef', password: 'chef-passwort', level: 8 } as const;
const simulator = { interfaces: ['HmIP-RF'], users: [CCU_USER, CHEF] } as const;

async function signedIn(world: World) {
  const browser = openBrowser(world.url);
  const json = { username: CHEF.name, password: CHEF.password };
  expect((await browser.visit('POST', '/api/v1/auth/login', { json })).status).toBe(200);
  return browser;
}

describe('where accounts of the CCU are the only authentication source, setup stays closed', () => {
  it.each([
    // A password goes to another host only where it is given anew.
    ['gets another address', { host: 'localhost', password_plain: CCU_USER.password }],
    ['is switched off', { enabled: false }],
  ])('while the CCU %s and cannot be asked', async (_what, change) => {
    await using world = await startCcuOnly();
    const browser = await signedIn(world);
    const { json } = await browser.visit('GET', '/api/v1/centrals/home');
    const ccu = world.gateway.centrals.get('home');
    if (ccu === undefined) throw new Error('no CCU');
    const close = ccu.close.bind(ccu);
    let letGo = () => {};
    const closing = new Promise<void>((begun) => {
      (ccu as { close: () => Promise<void> }).close = async () => {
        begun();
        await new Promise<void>((resolve) => {
          letGo = resolve;
        });
        await close();
      };
    });
    const edit = browser.visit('PUT', '/api/v1/centrals/home', {
      json: { ...json, ...change },
      headers: csrfOf(browser),
    });
    await closing;
    expect(world.gateway.centrals.all()).toEqual([]);
    expect(await anonymousSetup(world)).toBe(409);
    letGo();
    expect((await edit).status).toBeLessThan(300);
    expect(await anonymousSetup(world)).toBe(409);
    expect(world.logged()).not.toContain(account.password);
  });

  it('while the gateway lets go of its CCUs to stop', async () => {
    const world = await startCcuOnly();
    try {
      const { setup } = world.gateway.auth;
      const stopping = world.gateway.stop('test');
      const request = describeRequest({ method: 'POST', target: '/api/v1/setup' });
      const during = await setup.create(request, account);
      await stopping;
      const after = await setup.create(request, account);
      for (const refused of [during, after]) {
        expect(refused).toMatchObject({ ok: false, problem: { reason: 'setup_stopping' } });
      }
    } finally {
      await world.close();
    }
  });
});

describe('the last way to sign in cannot be taken away over the API', () => {
  const local = { username: 'berta', password: 'a local account' };
  const refused = { status: 409, json: { reason: 'last_way_in' } };

  it.each([
    [
      'by removing the only CCU',
      (browser: Browser) => browser.visit('DELETE', '/api/v1/centrals/home', { headers: csrfOf(browser) }),
    ],
    [
      'by switching sign-in with accounts of the CCU off',
      async (browser: Browser) => {
        const path = '/api/v1/config/sections/north.rest.auth.ccu';
        const { json } = await browser.visit('GET', path);
        return browser.visit('PUT', path, { json: { ...json, enabled: false }, headers: csrfOf(browser) });
      },
    ],
  ])('%s, until a local account is there', async (_how, takeAway) => {
    await using first = await startCcuOnly();
    const browser = await signedIn(first);
    // From here on the table counts and not the file, whose CCU could not be removed over the API at all.
    const dataDir = first.dataDir;
    const { json: house } = await browser.visit('GET', '/api/v1/centrals/home');
    expect(
      (await browser.visit('PUT', '/api/v1/centrals/home', { json: house, headers: csrfOf(browser) })).status,
    ).toBeLessThan(300);
    await first.gateway.stop('test');
    await using world = await startWorld({
      mintTokens: false,
      simulator,
      dataDir,
      waitForCcu: false,
      config: { north, centrals: [] },
    });
    const again = await signedIn(world);
    expect(await takeAway(again)).toMatchObject(refused);
    expect(await anonymousSetup(world)).toBe(409);
    expect((await again.visit('GET', '/api/v1/centrals/home')).status).toBe(200);
    const created = await again.visit('POST', '/api/v1/users', {
      json: { ...local, role: 'admin' },
      headers: csrfOf(again),
    });
    expect(created.status, created.text).toBe(201);
    expect((await takeAway(again)).status).toBeLessThan(300);
    expect(await anonymousSetup(world)).toBe(409);
  });
});

it('the last admin token cannot be revoked over the API, in either generation of its routes, until an account is there', async () => {
  await using world = await startWorld({ waitForCcu: false, config: { centrals: [] } });
  const listed = await world.call('GET', '/api/v1/auth/tokens/v2');
  const { fingerprint } = listed.json.find(({ role }: { readonly role: string }) => role === 'admin');
  const revoke = (path: string) => world.call('DELETE', `/api/v1/auth/tokens/${path}`);
  for (const path of [`v2/${fingerprint}`, fingerprint]) {
    expect(await revoke(path)).toMatchObject({ status: 409, json: { reason: 'last_way_in' } });
  }
  expect(await anonymousSetup(world)).toBe(409);
  const body = { username: 'berta', password: 'a local account', role: 'admin' };
  expect((await world.call('POST', '/api/v1/users', { body })).status).toBe(201);
  expect((await revoke(`v2/${fingerprint}`)).status).toBe(204);
  expect(await anonymousSetup(world)).toBe(409);
});

it('signs users in with the first CCU of the configuration, also after that one was reconnected', async () => {
  await using world = await startWorld({ only, simulator, config: { north } });
  const other = await startSimulator({ interfaces: ['HmIP-RF'] });
  try {
    const { json: house } = await world.call('GET', '/api/v1/centrals/home');
    const { password_plain: _, ...rest } = house;
    const attic = {
      ...rest,
      name: 'attic',
      interfaces: [{ name: 'HmIP-RF', port: other.ports['HmIP-RF'] }],
      json_rpc_port: other.ports.jsonRpc,
    };
    expect((await world.call('POST', '/api/v1/centrals', { body: attic })).status).toBe(201);
    const edit = await world.call('PUT', '/api/v1/centrals/home', {
      body: { ...house, host: 'localhost', password_plain: CCU_USER.password },
    });
    expect(edit.status).toBeLessThan(300);
    expect(world.gateway.centrals.all()[0]).toBe(world.gateway.centrals.get('attic'));
    other.received.clear();
    await signedIn(world);
    expect(other.received.jsonCalls.filter(({ params }) => params.username === CHEF.name)).toEqual([]);
  } finally {
    await other.close();
  }
});
