import { expect, it } from 'vitest';
import { createOwnId, keepIdForWorker, obstacleOf } from './push-browser.js';

const able = {
  isSecure: true,
  hasPush: true,
  permission: 'default',
  userAgent: 'Mozilla/5.0 (Linux; Android 15)',
} as const;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)';

it.each([
  [able, undefined],
  [{ ...able, permission: 'granted' }, undefined],
  [{ ...able, permission: 'denied' }, 'denied'],
  [{ ...able, isSecure: false, hasPush: false }, 'insecure'],
  [{ ...able, hasPush: false }, 'unsupported'],
  [{ ...able, hasPush: false, userAgent: IPHONE }, 'install'],
  [{ ...able, isSecure: false, hasPush: false, userAgent: IPHONE }, 'insecure'],
] as const)('a browser with %j has the obstacle %s', (abilities, obstacle) => {
  expect(obstacleOf(abilities)).toBe(obstacle);
});

it('remembers its id apart for each gateway of one origin', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const one = createOwnId(storage, { path: '/one/' });
  one.set('a');
  expect([one.get(), createOwnId(storage, { path: '/two/' }).get()]).toEqual(['a', undefined]);
  one.set(undefined);
  expect(one.get()).toBeUndefined();
});

it('keeps its id for the worker until push is off, and nothing where there are no caches', async () => {
  const caches = new Map<string, Map<string, string>>();
  const storage = {
    delete: async (name: string) => caches.delete(name),
    open: async (name: string) => {
      const cache = caches.get(name) ?? new Map<string, string>();
      caches.set(name, cache);
      return { put: async (url: URL, answer: Response) => void cache.set(url.href, await answer.text()) };
    },
  } as unknown as CacheStorage;
  const base = { path: '/one/', url: new URL('http://gateway.example/one/') };
  await keepIdForWorker(storage, base, 'a');
  expect(caches.get('ccu-gateway-push:/one/')).toEqual(new Map([['http://gateway.example/one/push-id', 'a']]));
  await keepIdForWorker(storage, base, undefined);
  expect([...caches]).toEqual([]);
  await expect(keepIdForWorker(undefined, base, 'a')).resolves.toBeUndefined();
});
