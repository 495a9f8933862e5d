import { createMemoryStateStore } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import type { Log } from '../log/log.js';
import { createIdentities } from './identities.js';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

describe('who the CCUs are', () => {
  it('is known at the next start, and a later answer without a part of it does not take that away', async () => {
    const store = createMemoryStateStore();
    const first = createIdentities(store, silent);
    await first.load(['home']);
    expect(first.of('home')).toEqual({});
    first.keep('home', { serial: 'NEQ1', model: 'CCU3', version: '3.1', hostname: 'ccu' });
    first.keep('home', { serial: undefined, version: '3.2' });
    const second = createIdentities(store, silent);
    await second.load(['home', 'other']);
    expect(second.of('home')).toEqual({ serial: 'NEQ1', model: 'CCU3', version: '3.2' });
    expect(second.of('other')).toEqual({});
  });

  it('has ids of the name for good, once some were given out', async () => {
    const store = createMemoryStateStore();
    const first = createIdentities(store, silent);
    first.keep('home', { ids: 'name' });
    first.keep('home', { serial: 'NEQ1' });
    const second = createIdentities(store, silent);
    await second.load(['home']);
    expect(second.of('home')).toEqual({ serial: 'NEQ1', ids: 'name' });
  });

  it('is forgotten with the CCU, and asked anew where what was kept makes no sense', async () => {
    const store = createMemoryStateStore();
    const identities = createIdentities(store, silent);
    identities.keep('home', { serial: 'NEQ1' });
    await identities.forget('home');
    expect([identities.of('home'), await store.load('home/identity')]).toEqual([{}, undefined]);
    for (const nonsense of ['{', '7', '{"serial":1}']) {
      await store.save('home/identity', nonsense);
      const later = createIdentities(store, silent);
      await later.load(['home']);
      expect(later.of('home')).toEqual({});
    }
  });
});
