import { describe, expect, it } from 'vitest';
import type { Logger } from '../ports/log.js';
import { createMemoryDocuments } from '../testing/memory-documents.js';
import { createIdentities, idsOf } from './identities.js';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

describe('the identity of a CCU', () => {
  it('is known at the next start, and a later answer without a part of it does not take that away', async () => {
    const store = createMemoryDocuments();
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
    const store = createMemoryDocuments();
    const first = createIdentities(store, silent);
    first.keep('home', { ids: 'name' });
    first.keep('home', { serial: 'NEQ1' });
    const second = createIdentities(store, silent);
    await second.load(['home']);
    expect(second.of('home')).toEqual({ serial: 'NEQ1', ids: 'name' });
  });

  it('decides the base of ids: the name for good, the serial number once it is known, and nothing before', () => {
    expect([idsOf({}), idsOf({ serial: 'NEQ1' }), idsOf({ serial: 'NEQ1', ids: 'name' })]).toEqual([
      'awaited',
      undefined,
      'name',
    ]);
  });

  it('is forgotten with the CCU, and requested again when the stored text makes no sense', async () => {
    const store = createMemoryDocuments();
    const identities = createIdentities(store, silent);
    identities.keep('home', { serial: 'NEQ1' });
    await identities.forget('home');
    expect([identities.of('home'), store.kept.get('home')]).toEqual([{}, undefined]);
    for (const nonsense of ['{', '7', '{"serial":1}']) {
      store.kept.set('home', nonsense);
      const later = createIdentities(store, silent);
      await later.load(['home']);
      expect(later.of('home')).toEqual({});
    }
  });
});
