import { describe, expect, it } from 'vitest';
import { type Actor, type Auth, type AuthStores, createMemoryStores, type OwnWay } from '../src/index.js';
import { describeRequest, passwords, userRecord } from '../src/testing/index.js';
import { startWorld } from './world.js';

const remote: Actor = { subject: 'root', scheme: 'bearer', peer: '192.168.1.5' };
const configUsers = { cfg: passwords.cfg };
const first = { username: 'mallory', password: 'first-Passwort' };
const oidc = {
  enabled: true,
  issuer: 'https://idp.example',
  clientId: 'gateway',
  redirectUrl: 'https://gw.example/callback',
};

/** Stores that several gateways share, with their notes there. */
function sharedStores() {
  const noted = new Map<string, OwnWay>();
  const memory = createMemoryStores();
  const listeners = new Set<() => void>();
  let failure: Error | undefined;
  const ownWays: NonNullable<AuthStores['ownWays']> = {
    note: async (way) => {
      if (failure !== undefined) throw failure;
      noted.set('one', { gateway: 'one', way, since: 1 });
    },
    list: async () => [...noted.values()],
  };
  const stores: AuthStores = {
    ...memory,
    ownWays,
    exclusively: (work) => memory.exclusively((inside) => work({ ...inside, ownWays })),
    changes: {
      ...memory.changes,
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
  return {
    stores,
    noted,
    fail: (error?: Error) => {
      failure = error;
    },
    tell: () => {
      for (const listener of listeners) listener();
    },
  };
}

const required = async ({ setup }: Auth) => (await setup.status(describeRequest({}))).required;
const setUp = ({ setup }: Auth) => setup.create(describeRequest({ method: 'POST', target: '/api/v1/setup' }), first);

describe('an authentication source in the configuration of only one of several gateways', () => {
  it('keeps setup closed at the others from the start of that gateway on, also when it is gone', async () => {
    const { stores, noted } = sharedStores();
    const { auth: other, another } = await startWorld({ empty: true, stores });
    await other.start();
    expect(await required(other)).toBe(true);
    const one = another({ configUsers });
    await one.start();
    expect(noted.get('one')?.way).toBe('config_users');
    one.close();
    expect([await required(other), await other.setup.closedBecause()]).toEqual([false, 'fleet_in_use']);
    const refused = await setUp(other);
    expect(refused.ok ? '' : refused.problem.reason).toBe('setup_already_done');
    expect(await stores.users.list()).toEqual([]);
  });

  it('is logged by a gateway that knows no account itself, with a remedy', async () => {
    const { stores, noted } = sharedStores();
    noted.set('two', { gateway: 'two', way: 'oidc', since: 1 });
    const { auth, log } = await startWorld({ empty: true, stores });
    await auth.start();
    const lines = log.filter(({ event }) => event === 'setup.onboarding.dormant');
    expect(lines.map(({ fields }) => fields.remedy)).toEqual([expect.stringContaining('reset access')]);
  });

  it('is noted as soon as settings of a running gateway bring it', async () => {
    const { stores, noted } = sharedStores();
    const { auth } = await startWorld({ empty: true, stores });
    await auth.start();
    expect(noted.size).toBe(0);
    auth.reconfigure({ oidc });
    await auth.review();
    expect(noted.get('one')?.way).toBe('oidc');
  });

  it('is noted again where access was reset, and setup is open once no gateway has one', async () => {
    const { stores, noted, tell } = sharedStores();
    const { auth: other, another } = await startWorld({ empty: true, stores });
    const one = another({ configUsers });
    await one.start();
    noted.clear();
    tell();
    await one.detectChanges();
    expect(await required(other)).toBe(false);
    one.close();
    noted.clear();
    tell();
    expect(await required(other)).toBe(true);
    expect((await setUp(other)).ok).toBe(true);
  });

  it('is noted by a later look where the store did not take it', async () => {
    const { stores, noted, fail } = sharedStores();
    fail(new Error('away'));
    const { auth } = await startWorld({ empty: true, stores, configUsers });
    await auth.start();
    expect(noted.size).toBe(0);
    fail();
    await auth.detectChanges();
    expect(noted.size).toBe(1);
  });

  it('is noted with the change that depends on it, independent of earlier notes', async () => {
    const { stores, noted } = sharedStores();
    const { auth } = await startWorld({ empty: true, stores, configUsers });
    await stores.users.create(userRecord());
    noted.clear();
    expect((await auth.users.delete('root', remote)).ok).toBe(true);
    expect(noted.get('one')?.way).toBe('config_users');
  });

  it('keeps setup closed where it cannot be read', async () => {
    const { stores } = sharedStores();
    const ownWays = { note: async () => undefined, list: () => Promise.reject(new Error('away')) };
    const { auth } = await startWorld({ empty: true, stores: { ...stores, ownWays } });
    expect(await auth.setup.closedBecause()).toBe('store_unavailable');
  });
});
