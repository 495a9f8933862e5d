import { describe, expect, it, vi } from 'vitest';
import { type AuthStores, createAuth, createMemoryStores, type Principal } from '../src/index.js';
import { tokenRecord } from '../src/testing/index.js';

const fingerprintOf = (index: number) => String(index).padStart(64, '0');

function principalOf(fingerprint: string): Principal {
  const key = `token:${fingerprint}`;
  return { key, subject: 'ha', role: 'viewer', scheme: 'bearer', credentialId: key, authEpoch: '' };
}

/** Stores that several gateways share, with a record of the calls. */
async function startShared(sockets: number) {
  const memory = createMemoryStores();
  const asked: string[] = [];
  const state = { number: 1, isAway: false };
  const listeners = new Set<() => void>();
  const counting = <Args extends readonly unknown[], Answer>(what: string, ask: (...args: Args) => Promise<Answer>) => {
    return (...args: Args) => {
      asked.push(what);
      return ask(...args);
    };
  };
  const stores: AuthStores = {
    ...memory,
    tokens: {
      ...memory.tokens,
      find: counting('find', memory.tokens.find),
      findMany: counting('findMany', async (fingerprints: readonly string[]) => {
        const found = await Promise.all(fingerprints.map(memory.tokens.find));
        return found.filter((token) => token !== null);
      }),
    },
    changes: {
      current: counting('current', async () => {
        if (state.isAway) throw new Error('away');
        return state.number;
      }),
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
  const auth = createAuth({ roleChecks: 'enforced', stores });
  const ended: string[] = [];
  for (let index = 0; index < sockets; index += 1) {
    const fingerprint = fingerprintOf(index);
    await memory.tokens.create(tokenRecord({ fingerprint }));
    auth.watch(principalOf(fingerprint), () => ended.push(fingerprint));
  }
  await auth.detectChanges();
  asked.length = 0;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return { auth, memory, asked, ended, notify, state };
}

describe('a check of open sockets', () => {
  it('costs a bounded number of statements, however many there are and however often it is asked for', async () => {
    const { auth, memory, asked, ended, notify, state } = await startShared(1_000);
    await memory.tokens.revoke(fingerprintOf(999), 1);
    state.number += 20;
    for (let index = 0; index < 20; index += 1) notify();
    await auth.detectChanges();
    expect(ended).toEqual([fingerprintOf(999)]);
    expect(asked.sort()).toEqual(['current', 'current', 'findMany', 'findMany']);
  });

  it('runs once for all concurrent requests, and once more for requests meanwhile', async () => {
    const { auth, asked } = await startShared(10);
    await Promise.all(Array.from({ length: 300 }, () => auth.review()));
    expect(asked.filter((what) => what === 'findMany').length).toBe(2);
  });

  it('asks for all sockets of one credential once', async () => {
    const { auth, asked, state } = await startShared(1);
    for (let index = 0; index < 50; index += 1) auth.watch(principalOf(fingerprintOf(0)), () => {});
    await vi.waitFor(() => expect(asked).toEqual(['findMany']));
    state.number += 1;
    await auth.detectChanges();
    expect(asked).toEqual(['findMany', 'current', 'findMany']);
  });

  it('goes on after a principal that cannot be determined, and reports it', async () => {
    const memory = createMemoryStores();
    let isBroken = false;
    const find: typeof memory.tokens.find = (fingerprint) =>
      isBroken && fingerprint === fingerprintOf(0)
        ? Promise.reject(new Error('busy'))
        : memory.tokens.find(fingerprint);
    const auth = createAuth({ roleChecks: 'enforced', stores: { ...memory, tokens: { ...memory.tokens, find } } });
    const ended: string[] = [];
    for (const fingerprint of [fingerprintOf(0), fingerprintOf(1)]) {
      await memory.tokens.create(tokenRecord({ fingerprint }));
      auth.watch(principalOf(fingerprint), () => ended.push(fingerprint));
    }
    await auth.detectChanges();
    for (const fingerprint of [fingerprintOf(0), fingerprintOf(1)]) await memory.tokens.revoke(fingerprint, 1);
    isBroken = true;
    await expect(auth.detectChanges()).rejects.toMatchObject({ code: 'auth_store_unavailable' });
    expect(ended).toEqual([fingerprintOf(1)]);
    isBroken = false;
    await auth.detectChanges();
    expect(ended).toEqual([fingerprintOf(1), fingerprintOf(0)]);
  });
});

describe('a change counter that was set back', () => {
  it('hides no revocation where the store was away meanwhile', async () => {
    const { auth, memory, ended, state } = await startShared(1);
    state.isAway = true;
    await expect(auth.detectChanges()).rejects.toMatchObject({ code: 'auth_store_unavailable' });
    // A standby that had missed one change has counted another one: the number equals the previous one.
    state.isAway = false;
    await memory.tokens.revoke(fingerprintOf(0), 1);
    await auth.detectChanges();
    expect(ended).toEqual([fingerprintOf(0)]);
  });

  it('hides no revocation where only its announcements were not heard', async () => {
    const { auth, memory, ended, notify } = await startShared(1);
    await memory.tokens.revoke(fingerprintOf(0), 1);
    notify();
    await auth.detectChanges();
    expect(ended).toEqual([fingerprintOf(0)]);
  });
});
