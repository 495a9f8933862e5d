import { describe, expect, it } from 'vitest';
import { createMemoryGoodSources } from '../memory/stores.js';
import { createFakeClock } from '../testing/clock.js';
import { createGoodSources } from './good-sources.js';

const day = 24 * 3_600_000;

describe('the sources an account signs in from', () => {
  it('are good for thirty days, also after a restart, and forgotten in the store then', async () => {
    const [store, clock] = [createMemoryGoodSources(), createFakeClock()];
    createGoodSources(store, clock).add('root', '192.168.1.7');
    clock.advance(30 * day - 1);
    const restarted = createGoodSources(store, clock);
    expect(restarted.has('root', '192.168.1.7')).toBe(false);
    await restarted.load();
    expect([restarted.has('root', '192.168.1.7'), restarted.has('vi', '192.168.1.7')]).toEqual([true, false]);
    clock.advance(1);
    expect(restarted.has('root', '192.168.1.7')).toBe(false);
    await createGoodSources(store, clock).load();
    expect(await store.list()).toEqual([]);
  });

  it('are written once a day, however often an account signs in', () => {
    const memory = createMemoryGoodSources();
    let writes = 0;
    const put: typeof memory.put = (entry) => {
      writes += 1;
      return memory.put(entry);
    };
    const store = { ...memory, put };
    const clock = createFakeClock();
    const good = createGoodSources(store, clock);
    for (let minute = 0; minute < 2 * 24 * 60; minute += 1) {
      good.add('root', '192.168.1.7');
      clock.advance(60_000);
    }
    expect(writes).toBe(2);
  });

  it('of one account push out its own oldest, never those of others', async () => {
    const store = createMemoryGoodSources();
    const good = createGoodSources(store, createFakeClock());
    good.add('root', '192.168.1.7');
    for (let index = 0; index < 10_000; index += 1) good.add('vi', `2001:db8:0:${index.toString(16)}::/64`);
    expect([good.has('root', '192.168.1.7'), good.has('vi', '2001:db8:0:0::/64')]).toEqual([true, false]);
    expect((await store.list()).length).toBe(65);
  });

  it('that cannot be written count all the same until the end of the process', () => {
    const broken = () => Promise.reject(new Error('disk full'));
    const good = createGoodSources({ list: broken, put: broken, remove: broken }, createFakeClock());
    good.add('root', '192.168.1.7');
    expect(good.has('root', '192.168.1.7')).toBe(true);
  });
});
