import { expect, it } from 'vitest';
import type { LeaseEntry, LeaseRecord } from '../model/lease-table.js';
import { createDrivenTime } from '../testing/index.js';
import { hearHolders } from './heard.js';
import { createMemoryLeases } from './memory.js';

const ttlMs = 10_000;
const entry = (holder: string, mark?: string): LeaseEntry => ({ state: 'held', holder, name: 'link-1', mark });

function build() {
  const time = createDrivenTime();
  const { environment } = time;
  const table = createMemoryLeases({ ttlMs, elapsed: environment.elapsed }).open();
  const holders = hearHolders(table, environment);
  return { time, environment, table, holders, id: () => holders.of('home')?.id };
}

it('knows each holder from the table, for a TTL after each renewal', async () => {
  const { time, table, holders, id } = build();
  expect(id()).toBe(undefined);
  const first = (await table.write('home', entry('one'), 0)) ?? 0;
  const second = (await table.write('home', entry('one'), first)) ?? 0;
  await time.advance(ttlMs - 1);
  expect([holders.of('home'), holders.of('garden')]).toEqual([{ id: 'one', name: 'link-1' }, undefined]);
  await time.advance(1);
  expect(id()).toBe(undefined);
  const third = (await table.write('home', entry('other'), second)) ?? 0;
  expect(id()).toBe('other');
  await table.write('home', { ...entry('other'), state: 'released' }, third);
  expect(id()).toBe(undefined);
  holders.close();
  await table.write('home', entry('one'), third + 1);
  expect(id()).toBe(undefined);
});

it('asks the table, whose record may be that of a holder that has long gone', async () => {
  const { time, environment, table, id } = build();
  await table.write('home', entry('one'), 0);
  await time.advance(2 * ttlMs);
  const later = hearHolders(table, environment);
  expect(later.of('home')).toBe(undefined);
  expect((await later.look('home'))?.id).toBe('one');
  await time.advance(ttlMs / 2);
  // A living one would have renewed it by now.
  expect([await later.look('home'), id()]).toEqual([undefined, undefined]);
  expect(await later.look('garden')).toBe(undefined);
});

it('takes no repeated report for a renewal, and an answer for older than a report meanwhile', async () => {
  const time = createDrivenTime();
  const { environment } = time;
  let tell: (key: string, record: LeaseRecord) => void = () => {};
  let answer: (record: LeaseRecord) => void = () => {};
  const holders = hearHolders(
    {
      ttlMs,
      read: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      watch(listener) {
        tell = listener;
        return () => {};
      },
    },
    environment,
  );
  const record = (holder: string, revision: number, mark?: string) => ({ ...entry(holder, mark), revision });
  tell('home', record('one', 8, 'a'));
  tell('home', record('one', 9, 'b'));
  await time.advance(ttlMs - 1);
  tell('home', record('one', 9, 'b'));
  await time.advance(1);
  expect(holders.of('home')).toBe(undefined);
  // In a table that was made anew.
  tell('home', record('one', 9, 'c'));
  expect(holders.of('home')?.id).toBe('one');
  const looking = holders.look('home');
  tell('home', record('other', 10, 'd'));
  answer(record('one', 9, 'c'));
  expect((await looking)?.id).toBe('other');
});
