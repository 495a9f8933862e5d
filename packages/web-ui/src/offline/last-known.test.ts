import { expect, it } from 'vitest';
import { createLastKnown, type KeptHouse } from './last-known.js';

// As little of a house as shows that it comes back; of the cache only what is called.
const house = {
  identity: { subject: 'anna', role: 'viewer', scheme: 'session' },
  snapshot: { seq: 7, devices: [], device_channels: [{ central: 'home', device_address: 'A', channels: [] }] },
} as unknown as KeptHouse;

/** Caches of a browser, in memory. */
function memory() {
  const kept = new Map<string, Map<string, Response>>();
  const caches = {
    async open(name: string) {
      const entries = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, entries);
      return {
        put: async (address: string, answer: Response) => void entries.set(address, answer),
        match: async (address: string) => entries.get(address)?.clone(),
      } as unknown as Cache;
    },
    delete: async (name: string) => kept.delete(name),
  };
  return { caches, names: () => [...kept.keys()] };
}

it('returns the state stored below the same path, and nothing below another', async () => {
  const { caches } = memory();
  await createLastKnown({ caches, base: { path: '/a/' } }).keep(house);
  expect(await createLastKnown({ caches, base: { path: '/a/' } }).read()).toEqual(house);
  expect(await createLastKnown({ caches, base: { path: '/b/' } }).read()).toBeUndefined();
});

it('leaves out the values of a snapshot that is too large', async () => {
  const { caches } = memory();
  const lastKnown = createLastKnown({ caches, base: { path: '/' }, longest: 120 });
  await lastKnown.keep(house);
  expect((await lastKnown.read())?.snapshot).toEqual({ seq: 7, devices: [] });
});

it('removes it on request, and stores nothing after that, pending writes included', async () => {
  const { caches, names } = memory();
  const lastKnown = createLastKnown({ caches, base: { path: '/' } });
  await lastKnown.keep(house);
  const underWay = lastKnown.keep(house);
  await lastKnown.forget();
  await underWay;
  await lastKnown.keep(house);
  expect(names()).toEqual([]);
});

it('does without where the browser keeps nothing', async () => {
  const refusing = {
    open: () => Promise.reject(new DOMException('no room', 'QuotaExceededError')),
    delete: () => Promise.reject(new DOMException('not allowed', 'SecurityError')),
  };
  for (const caches of [undefined, refusing]) {
    const lastKnown = createLastKnown({ caches, base: { path: '/' } });
    await lastKnown.keep(house);
    expect(await lastKnown.read()).toBeUndefined();
    await expect(lastKnown.forget()).resolves.toBeUndefined();
  }
});
