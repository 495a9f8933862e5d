import type { StateStore } from '../ports.js';
import type { TestFramework } from './framework.js';

/** What every `StateStore` must do. `make` gives an empty one. */
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

    it('forgets what it never knew', async () => {
      const store = await make();
      await store.save('nothing', undefined);
      expect(await store.load('nothing')).toEqual(undefined);
    });
  });
}
