import { describe, expect, it } from 'vitest';
import { type Actor, type Auth, createMemoryStores, type KeptSettings, type Result } from '../src/index.js';
import { userRecord } from '../src/testing/index.js';
import { startWorld } from './world.js';

/** An administrator over the API. */
const remote: Actor = { subject: 'root', scheme: 'bearer', peer: '192.168.1.5' };
const oidc = {
  enabled: true,
  issuer: 'https://idp.example',
  clientId: 'gateway',
  redirectUrl: 'https://gw.example/callback',
};

const reasonOf = (result: Result<null>) => (result.ok ? 'done' : result.problem.reason);

async function mint(auth: Auth, subject: string): Promise<string> {
  const made = await auth.tokens.create({ subject, role: 'admin' }, remote);
  if (!made.ok) throw new Error(made.problem.reason);
  return made.value.fingerprint;
}

/** Two gateways on one store without any authentication source. */
async function startTwo() {
  const { auth, stores, another } = await startWorld({ empty: true });
  return { one: auth, other: another(), stores };
}

describe('the last authentication source stays when two gateways remove one each at once', () => {
  it('where both revoke a token', async () => {
    const { one, other } = await startTwo();
    const [first, second] = [await mint(one, 'a'), await mint(one, 'b')];
    const answers = await Promise.all([one.tokens.revoke(first, remote), other.tokens.revoke(second, remote)]);
    expect(answers.map(reasonOf)).toEqual(['done', 'last_way_in']);
    expect(await one.setup.closedBecause()).toBe('admin_tokens');
  });

  it('where one disables the only account and the other one revokes the only token', async () => {
    const { one, other, stores } = await startTwo();
    await stores.users.create(userRecord({ account: 'berta', role: 'viewer' }));
    const token = await mint(one, 'a');
    const answers = await Promise.all([
      one.users.update('berta', { disabled: true }, remote),
      other.tokens.revoke(token, remote),
    ]);
    expect(answers.map(reasonOf).sort()).toEqual(['done', 'last_way_in']);
    const enabled = (await stores.users.list()).filter(({ disabledAt }) => disabledAt === null);
    expect(enabled.length + (await stores.tokens.list()).length).toBe(1);
  });

  it('where one removes an account, and its token is all that the other one would leave', async () => {
    const { one, other, stores } = await startTwo();
    await stores.users.create(userRecord({ account: 'berta', role: 'viewer' }));
    await mint(one, 'Berta');
    const token = await mint(one, 'a');
    const answers = await Promise.all([one.users.delete('berta', remote), other.tokens.revoke(token, remote)]);
    expect(answers.map(reasonOf).sort()).toEqual(['done', 'last_way_in']);
    expect((await stores.tokens.list()).length).toBe(1);
    expect(await other.setup.closedBecause()).not.toBeNull();
  });
});

describe('a gateway that has not followed a change of settings yet', () => {
  const startWith = async (kept: KeptSettings) => {
    const stores = createMemoryStores();
    const exclusively: typeof stores.exclusively = (work) =>
      stores.exclusively((inside) => work({ ...inside, keptSettings: async () => kept }));
    return startWorld({ empty: true, oidc, stores: { ...stores, exclusively } });
  };

  it('refuses to remove the last token or account although another gateway switched its own sources off', async () => {
    const { auth, stores } = await startWith({ hasOtherSource: false, hasOtherAdmin: false, bearerEnabled: true });
    const token = await mint(auth, 'a');
    expect(reasonOf(await auth.tokens.revoke(token, remote))).toBe('last_way_in');
    await stores.users.create(userRecord({ role: 'viewer' }));
    expect(reasonOf(await auth.tokens.revoke(token, remote))).toBe('done');
    expect(reasonOf(await auth.users.delete('root', remote))).toBe('last_way_in');
  });

  it('counts no token as an authentication source when another gateway has switched tokens off', async () => {
    const { auth, stores } = await startWith({ hasOtherSource: false, hasOtherAdmin: false, bearerEnabled: false });
    await mint(auth, 'a');
    await stores.users.create(userRecord({ role: 'viewer' }));
    expect(reasonOf(await auth.users.delete('root', remote))).toBe('last_way_in');
  });

  it('takes the last token where the settings that are kept let callers in', async () => {
    const { auth } = await startWith({ hasOtherSource: true, hasOtherAdmin: true, bearerEnabled: true });
    expect(reasonOf(await auth.tokens.revoke(await mint(auth, 'a'), remote))).toBe('done');
  });

  it('keeps the last admin when the stored settings of another gateway admit no other one', async () => {
    const { auth, stores } = await startWith({ hasOtherSource: true, hasOtherAdmin: false, bearerEnabled: true });
    await stores.users.create(userRecord());
    expect(reasonOf(await auth.users.update('root', { role: 'viewer' }, remote))).toBe('last_admin');
    expect(reasonOf(await auth.users.update('root', { disabled: true }, remote))).toBe('last_admin');
    expect(reasonOf(await auth.users.delete('root', remote))).toBe('last_admin');
  });

  it('lets the last admin go where the settings that are kept let another one in', async () => {
    const { auth, stores } = await startWith({ hasOtherSource: true, hasOtherAdmin: true, bearerEnabled: true });
    await stores.users.create(userRecord());
    expect(reasonOf(await auth.users.delete('root', remote))).toBe('done');
  });
});
