import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../test/memory-store.js';
import type { EndpointPlan, Exposable } from '../mapping/plan.js';
import { createGathering } from './gathering.js';
import { recollectionOf } from './recollection.js';

/** As far as what is shown is remembered: where it belongs to and how it is called. */
const things = (...keys: string[]) =>
  keys.map((key) => ({ central: key.split('/')[0], key })) as unknown as (Exposable & EndpointPlan)[];

function gatheringOf(store: ReturnType<typeof memoryStore>, read: readonly string[] = []) {
  const awaited: (readonly string[])[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const recollection = recollectionOf(store, (central) => read.includes(central));
  const gathering = createGathering(recollection, { onAwaited: (now) => void awaited.push(now), signal });
  const tell = (...keys: string[]) => gathering.onAssembled(things(...keys), things(...keys));
  return { gathering, awaited, tell, stop: () => stopping.abort(new Error('stopped')) };
}

function storeOf(...keys: string[]) {
  const store = memoryStore();
  const { gathering, tell } = gatheringOf(store);
  tell(...keys);
  gathering.end();
  return store;
}

describe('a bridge that was shown before', () => {
  it('waits for the things of a CCU that has not been read, and for no other', async () => {
    const { gathering, awaited, tell } = gatheringOf(storeOf('a/1', 'b/1', 'c/1'), ['c']);
    tell('a/1');
    const complete = gathering.complete();
    expect(awaited).toEqual([['b']]);
    tell('a/1', 'b/1');
    await complete;
  });

  it('does not wait where all of it is there, nor at its first start', async () => {
    for (const store of [storeOf('a/1'), memoryStore()]) {
      const { gathering, awaited, tell } = gatheringOf(store);
      tell('a/1', 'a/2');
      await gathering.complete();
      expect(awaited).toEqual([]);
    }
  });

  it('keeps the awaited things when it ends before all of them came', async () => {
    const store = storeOf('a/1', 'a/2');
    const first = gatheringOf(store);
    first.tell('a/1');
    const complete = first.gathering.complete();
    first.stop();
    await expect(complete).rejects.toThrow('stopped');
    await expect(first.gathering.complete()).rejects.toThrow('stopped');
    const second = gatheringOf(store);
    second.tell('a/1');
    void second.gathering.complete();
    expect(second.awaited).toEqual([['a']]);
  });
});
