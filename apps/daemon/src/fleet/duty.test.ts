import { expect, it } from 'vitest';
import { whileOnDuty } from './duty.js';

it('bridges are open only on duty, with the settings of the moment, and never without any', async () => {
  const seen: string[] = [];
  const bridges = whileOnDuty({
    reconfigure: async (settings: string) => void seen.push(settings),
    rest: async () => void seen.push('rest'),
  });
  await bridges.onDuty(true);
  await bridges.onDuty(false);
  await bridges.reconfigure('a');
  await bridges.onDuty(true);
  await bridges.reconfigure('b');
  await bridges.onDuty(false);
  await bridges.reconfigure('c');
  await bridges.onDuty(true);
  expect(seen).toEqual(['rest', 'rest', 'a', 'b', 'rest', 'rest', 'c']);
});
