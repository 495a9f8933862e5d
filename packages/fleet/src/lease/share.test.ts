import { expect, it } from 'vitest';
import type { LeaseTable } from '../model/lease-table.js';
import { createDrivenTime } from '../testing/index.js';
import { openLeaseKeeper } from './keeper.js';
import { createMemoryLeases } from './memory.js';

const ttlMs = 10_000;

it('counts leases that are asked for, so that who comes a moment later gets a share', async () => {
  const time = createDrivenTime(() => 0);
  const { environment } = time;
  const leases = createMemoryLeases({ ttlMs, elapsed: environment.elapsed });
  const keys = Array.from({ length: 100 }, (_, index) => `ccu-${index}`);
  const pause = (ms: number) => new Promise<void>((resolve) => void environment.after(ms, resolve));
  const open = (name: string) => {
    const inner = leases.open();
    // Every question is answered before the first lease is got.
    const table: LeaseTable = {
      ...inner,
      async read(key) {
        await pause(5);
        return await inner.read(key);
      },
      async write(key, entry, after) {
        const written = await inner.write(key, entry, after);
        await pause(200);
        return written;
      },
    };
    const random = name === 'one' ? () => 0.1 : () => 0.2;
    const keeper = openLeaseKeeper({ table, name, environment: { ...environment, random } });
    return keys.map((key) => keeper.want(key));
  };
  const all = [open('one')];
  await time.advance(300);
  all.push(open('other'));
  await time.advance(ttlMs + 3_000);
  const held = all.map((wanted) => wanted.filter((lease) => lease.mayAct()).length);
  expect(held.reduce((sum, count) => sum + count)).toBe(keys.length);
  expect(Math.min(...held)).toBeGreaterThan(20);
});
