import { expect, it } from 'vitest';
import { startStorage } from '../../test/fixture.js';

const plan = (id: string, revision = 1) => ({
  id,
  name: id,
  picture: { type: 'image/png' as const, width: 100, height: 50, bytes: 3 },
  places: [],
  revision,
});
const bytes = (...all: number[]) => Uint8Array.from(all);

it('keeps floor plans with their pictures over a restart, in the order of their making', async () => {
  const { storage, reopen } = await startStorage();
  expect(await storage.floorplans.add(plan('b'), bytes(1, 2, 3), 2)).toBe(true);
  expect(await storage.floorplans.add(plan('a'), bytes(4), 2)).toBe(true);
  expect(await storage.floorplans.add(plan('c'), bytes(5), 2)).toBe(false);
  storage.close();
  const { floorplans } = await reopen();
  expect((await floorplans.list()).map(({ id }) => id)).toEqual(['b', 'a']);
  expect([...(await floorplans.picture('b'))!]).toEqual([1, 2, 3]);
  expect(await floorplans.picture('c')).toBeUndefined();
});

it('replaces the revision before alone, and a picture only where one is given', async () => {
  const { floorplans } = (await startStorage()).storage;
  await floorplans.add(plan('a'), bytes(1), 9);
  expect(await floorplans.replace({ ...plan('a', 2), name: 'first' })).toBe(true);
  expect(await floorplans.replace({ ...plan('a', 2), name: 'second' }, bytes(9))).toBe(false);
  expect([...(await floorplans.picture('a'))!]).toEqual([1]);
  expect(await floorplans.replace({ ...plan('a', 3), name: 'third' }, bytes(7))).toBe(true);
  expect((await floorplans.list()).map(({ name, revision }) => [name, revision])).toEqual([['third', 3]]);
  expect([...(await floorplans.picture('a'))!]).toEqual([7]);
  expect([await floorplans.remove('a'), await floorplans.remove('a')]).toEqual([true, false]);
});
