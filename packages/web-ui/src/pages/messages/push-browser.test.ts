import { expect, it } from 'vitest';
import { createOwnId, obstacleOf } from './push-browser.js';

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
