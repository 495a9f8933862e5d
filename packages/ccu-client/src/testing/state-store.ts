import type { StateStore } from '../model/ports.js';
import type { TestFramework } from './framework.js';

/**
 * Declares the tests that every `StateStore` must pass. `make` returns an empty one, anew for each test.
 *
 * @example
 * import { describe, expect, it } from 'vitest';
 * describeStateStore({ describe, it, expect }, () => createMemoryStateStore());
 */
export function describeStateStore(framework: TestFramework, make: () => StateStore | Promise<StateStore>): void {
  const { describe, it, expect } = framework;
  describe('a state store', () => {
    it('remembers, replaces and forgets', async () => {
      const store = await make();
      expect(await store.load('home/session')).toEqual(undefined);
      await store.save('home/session', 'one');
      await store.save('home/session', 'two ü');
      await store.save('home/HmIP-RF/callback', 'http://gateway:8120/cb');
      expect(await store.load('home/session')).toEqual('two ü');
      await store.save('home/session', undefined);
      expect(await store.load('home/session')).toEqual(undefined);
      expect(await store.load('home/HmIP-RF/callback')).toEqual('http://gateway:8120/cb');
    });

    it('keeps a long text unchanged', async () => {
      const store = await make();
      const text = JSON.stringify(Array.from({ length: 5_000 }, (_, i) => ({ parameter: `P${i}`, value: 'ü "\\ €' })));
      await store.save('home/HmIP-RF/writes', text);
      expect(await store.load('home/HmIP-RF/writes')).toEqual(text);
    });

    it('ends with the last saved value, also when the caller did not wait in between', async () => {
      const store = await make();
      await Promise.all(['one', undefined, 'three', 'four'].map((value) => store.save('home/CUxD/writes', value)));
      expect(await store.load('home/CUxD/writes')).toEqual('four');
      await Promise.all([store.save('home/CUxD/writes', 'five'), store.save('home/CUxD/writes', undefined)]);
      expect(await store.load('home/CUxD/writes')).toEqual(undefined);
    });

    it('accepts the deletion of an unknown key', async () => {
      const store = await make();
      await store.save('nothing', undefined);
      expect(await store.load('nothing')).toEqual(undefined);
    });
  });
}
