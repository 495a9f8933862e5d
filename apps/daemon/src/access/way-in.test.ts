import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import { openStorage, type Storage } from '@ccu-gateway/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withStoredSections, withWaysIn } from '../adapters/config.js';
import { loadConfig } from '../config/index.js';
import { createWayInKeeper, type WayInKeeper } from './way-in.js';

const OIDC = 'north.rest.auth.oidc';
const CCU = 'north.rest.auth.ccu';
const oidc = {
  enabled: true,
  issuer: 'https://id.example',
  client_id: 'gateway',
  redirect_url: 'https://gateway.example/api/v1/auth/oidc/callback',
};
const cwd = tmpdir();
const started = loadConfig({ argv: [], env: { HOME: cwd }, cwd });
const box = createSecretBox(new Uint8Array(32), (size) => new Uint8Array(size));

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'way-in-'));
  storage = await openStorage({ dataDir: folder });
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true });
});

/** The keeper of a gateway on the database of the test. */
function gateway(shared: Pick<Storage, 'exclusively'> = storage): WayInKeeper {
  return createWayInKeeper({
    shared,
    configWith: async (sections) => (await withWaysIn(started, sections, box)).config,
    configured: [],
    supervised: false,
    ccuAddon: false,
    now: () => 1,
  });
}

const configWith = async (sections: Readonly<Record<string, unknown>>) =>
  (await withStoredSections(started, { all: async () => sections }, box)).config;

const tried = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: { readonly details?: { readonly reason?: string } }) => error.details?.reason,
  );

/** Two authentication sources that are settings: a provider, and the accounts of a CCU. */
async function keepTwo() {
  await storage.sections.put(OIDC, oidc);
  await storage.sections.put(CCU, { enabled: true });
  await storage.centrals.create({ name: 'home', enabled: true, config: {} });
}

describe('a change of settings', () => {
  it('is refused where it takes the last way in, and not written', async () => {
    await storage.sections.put(OIDC, oidc);
    const change = { config: await configWith({}) };
    const write = () => gateway().keepWayIn(change, ({ sections }) => sections.replace(OIDC, oidc, undefined));
    expect(await tried(write())).toBe('last_way_in');
    expect(Object.keys(await storage.sections.all())).toEqual([OIDC]);
    await storage.auth.users.create(userRecord());
    expect(await tried(write())).toBe('done');
    expect(await storage.sections.all()).toEqual({});
  });

  it('is judged by what others have changed since it was begun, in whichever order', async () => {
    await keepTwo();
    // Each was made while the authentication source of the other one was still there.
    const withoutOidc = { config: await configWith({ [CCU]: { enabled: true } }) };
    const withoutCcu = { config: await configWith({ [OIDC]: oidc }) };
    const answers = await Promise.all([
      tried(gateway().keepWayIn(withoutOidc, ({ sections }) => sections.replace(OIDC, oidc, undefined))),
      tried(gateway().keepWayIn(withoutCcu, ({ sections }) => sections.replace(CCU, { enabled: true }, undefined))),
    ]);
    expect(answers).toEqual(['done', 'last_way_in']);
    expect(Object.keys(await storage.sections.all())).toEqual([CCU]);
  });

  it('and the removal of a CCU leave one of the two', async () => {
    await keepTwo();
    const withoutOidc = { config: await configWith({ [CCU]: { enabled: true } }) };
    const answers = await Promise.all([
      tried(gateway().keepWayIn({ without: 'HOME' }, ({ centrals }) => centrals.delete('HOME'))),
      tried(gateway().keepWayIn(withoutOidc, ({ sections }) => sections.replace(OIDC, oidc, undefined))),
    ]);
    expect(answers).toEqual(['done', 'last_way_in']);
  });

  it('that switches tokens off is refused where an admin token is the only way in', async () => {
    await storage.auth.tokens.create(tokenRecord({ role: 'admin' }));
    const change = { config: await configWith({ 'north.rest': { auth: { bearer_enabled: false } } }) };
    const write = () => gateway().keepWayIn(change, ({ sections }) => sections.put('north.rest', {}));
    expect(await tried(write())).toBe('last_way_in');
    await storage.auth.users.create(userRecord());
    expect(await tried(write())).toBe('done');
  });

  it('that another way in allows notes that one for the other gateways, and a refused one notes nothing', async () => {
    const noted: string[] = [];
    const ownWays = { note: async (way: string) => void noted.push(way), list: async () => [] };
    const fleet: Pick<Storage, 'exclusively'> = {
      exclusively: (work) => storage.exclusively((inside) => work({ ...inside, auth: { ...inside.auth, ownWays } })),
    };
    await storage.sections.put(OIDC, oidc);
    const keep = async (sections: Readonly<Record<string, unknown>>) =>
      tried(gateway(fleet).keepWayIn({ config: await configWith(sections) }, async () => {}));
    expect([await keep({}), noted]).toEqual(['last_way_in', []]);
    expect([await keep({ [OIDC]: oidc }), noted]).toEqual(['done', ['oidc']]);
  });

  it('goes on where nothing lets callers in', async () => {
    expect(await tried(gateway().keepWayIn({ config: started.config }, async () => {}))).toBe('done');
  });

  it('stays what it is where another gateway keeps other settings that this one does not understand', async () => {
    await keepTwo();
    await storage.sections.put('logging', { of_a_later_version: true });
    const withoutOidc = { config: await configWith({ [CCU]: { enabled: true } }) };
    expect(await tried(gateway().keepWayIn(withoutOidc, async () => {}))).toBe('done');
  });

  it('takes for no way in what another gateway keeps and this one does not understand', async () => {
    await storage.sections.put(OIDC, { ...oidc, of_a_later_version: true });
    expect(await tried(gateway().keepWayIn({ config: started.config }, async () => {}))).toBe('last_way_in');
    expect(await storage.exclusively((inside) => gateway().keptSettings(inside))).toEqual({
      hasOtherSource: false,
      hasOtherAdmin: false,
      bearerEnabled: false,
    });
  });
});

it('kept settings are read anew for each answer', async () => {
  const kept = () => storage.exclusively((inside) => gateway().keptSettings(inside));
  expect(await kept()).toEqual({ hasOtherSource: false, hasOtherAdmin: false, bearerEnabled: true });
  await storage.sections.put(OIDC, oidc);
  expect(await kept()).toEqual({ hasOtherSource: true, hasOtherAdmin: true, bearerEnabled: true });
});

it('an admin is known to be let in by settings that are kept only where one can be', async () => {
  const hasAdmin = async () => (await storage.exclusively((inside) => gateway().keptSettings(inside))).hasOtherAdmin;
  await storage.sections.put(CCU, { enabled: true });
  await storage.centrals.create({ name: 'home', enabled: false, config: {} });
  expect(await storage.exclusively((inside) => gateway().keptSettings(inside))).toMatchObject({ hasOtherSource: true });
  expect(await hasAdmin()).toBe(false);
  await storage.centrals.update('home', { enabled: true });
  expect(await hasAdmin()).toBe(true);
});
