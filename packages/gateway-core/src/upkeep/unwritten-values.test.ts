import { expect, it } from 'vitest';
import { UnwrittenValues } from './unwritten-values.js';

it('forgets each dropped device once while the disk is slow, and again where it was dropped again', async () => {
  const asked: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const store = {
    save: async () => undefined,
    forgetDevices: async (_central: string, addresses: readonly string[]) => {
      asked.push(addresses);
      await new Promise<void>((settle) => ends.push(settle));
    },
  };
  const values = new UnwrittenValues('home', store);
  const forgetting = [['A', 'B'], ['C'], ['D'], ['A']].map((addresses) => {
    values.drop(addresses);
    return values.forget();
  });
  expect(asked).toEqual([['A', 'B'], ['C'], ['D'], ['A']]);
  for (const end of ends) end();
  await Promise.all(forgetting);
  expect(values.hasDropped).toBe(false);
});
