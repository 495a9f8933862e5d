import { expect, it } from 'vitest';
import type { LeaseTable } from '../model/lease-table.js';
import { createDrivenTime } from '../testing/index.js';
import { openLeaseKeeper } from './keeper.js';
import { createMemoryLeases } from './memory.js';

const ttlMs = 10_000;

/** A holder that gives its lease back, at a table which does not take that before it is let. */
async function releaseSlowly() {
  const time = createDrivenTime(() => 0);
  const { environment } = time;
  const inner = createMemoryLeases({ ttlMs, elapsed: environment.elapsed }).open();
  let settle: (error?: Error) => void = () => {};
  const table: LeaseTable = {
    ...inner,
    async write(key, entry, after) {
      if (entry.state === 'released') {
        await new Promise<void>((resolve, reject) => {
          settle = (error) => (error ? reject(error) : resolve());
        });
      }
      return await inner.write(key, entry, after);
    },
  };
  const keeper = openLeaseKeeper({ table, name: 'one', environment });
  const lease = keeper.want('home');
  await time.advance(ttlMs + 1);
  const { term } = lease;
  const released = lease.release();
  await time.advance(0);
  return { time, table, keeper, lease, term, released, settle: (error?: Error) => settle(error) };
}

it('keeps the key of a lease until it was given back, so that the next term is not given back with it', async () => {
  const { time, table, keeper, lease, term, released, settle } = await releaseSlowly();
  expect(term?.ended.reason).toBe('released');
  expect(() => keeper.want('home')).toThrow('the lease "home" is wanted already');
  expect(keeper.leases).toEqual([lease]);
  settle();
  await released;
  expect(await table.read('home')).toMatchObject({ state: 'released' });
  const next = keeper.want('home');
  await time.advance(ttlMs);
  expect(next.mayAct()).toBe(true);
  expect(await table.read('home')).toMatchObject({ state: 'held' });
});

it('gives a lease back at the next attempt, so that others need not wait for the TTL', async () => {
  const { time, table, released, settle } = await releaseSlowly();
  settle(new Error('no answer'));
  await time.advance(200);
  settle();
  await released;
  expect(await table.read('home')).toMatchObject({ state: 'released' });
});

it('does not take back what others have taken since the first attempt', async () => {
  const { time, table, released, settle } = await releaseSlowly();
  settle(new Error('no answer'));
  const { revision } = await table.read('home');
  await table.write('home', { state: 'held', holder: 'other', name: 'two' }, revision);
  await time.advance(200);
  settle();
  await released;
  expect(await table.read('home')).toMatchObject({ state: 'held', holder: 'other' });
});

it('has the key free again also where it could not be given back within two seconds', async () => {
  const { time, keeper, released, settle } = await releaseSlowly();
  for (let ms = 0; ms <= 2_000; ms += 200) {
    settle(new Error('no answer'));
    await time.advance(200);
  }
  await released;
  const next = keeper.want('home');
  await time.advance(ttlMs);
  expect(next.mayAct()).toBe(true);
});

it('closes a keeper when the release that is under way has ended', async () => {
  const { time, keeper, settle } = await releaseSlowly();
  let isClosed = false;
  const closing = keeper.close().then(() => {
    isClosed = true;
  });
  await time.advance(0);
  expect(isClosed).toBe(false);
  settle();
  await closing;
  expect(isClosed).toBe(true);
});
