import { expect, it } from 'vitest';
import { createKnownCentrals } from './known-centrals.js';

it('names a CCU that is another one than the fleet knows, until it is the one, and none of which that is not known', async () => {
  const noted = new Map([['home', '0000000001']]);
  const warned: string[] = [];
  let isThere = true;
  const known = createKnownCentrals(
    async (central, serial) => {
      if (!isThere) throw new Error('the broker does not answer');
      if (!noted.has(central)) noted.set(central, serial);
      return noted.get(central) === serial;
    },
    { warn: (message) => void warned.push(message) },
  );
  await known.look('home', 'OEQ0000000001');
  await known.look('cabin', 'OEQ0000000003');
  expect([known.others(), noted.get('cabin')]).toEqual([[], '0000000003']);
  await known.look('home', 'OEQ0000000002');
  expect(known.others()).toEqual(['home']);
  isThere = false;
  await known.look('home', 'OEQ0000000001');
  expect([known.others(), warned.length]).toEqual([['home'], 1]);
  isThere = true;
  await known.look('home', 'OEQ0000000001');
  expect(known.others()).toEqual([]);
});
