import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Library } from './library.js';
import { openPools } from './pools.js';

const place = {
  ...{ host: '127.0.0.1', port: 5432, database: 'house', user: 'gateway', schema: 'ccu_gateway' },
  ...{ poolSize: 1, patienceMs: 5_000 },
};

describe('pools of connections', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Pools with connections in use while statements wait for them, as many as are set. */
  function openAwaited() {
    const made: Pool[] = [];
    class Pool extends EventEmitter {
      readonly totalCount = 1;
      waitingCount = 0;
      end = vi.fn(async () => {});
      constructor() {
        super();
        made.push(this);
      }
    }
    // Pools are all that is made of it.
    return { made, pools: openPools({ Pool } as unknown as Library, place) };
  }

  it('let what waits come to its end on the old one, which ends when nothing waits any more', () => {
    const { made, pools } = openAwaited();
    const [first] = made;
    if (first === undefined) throw new Error('no pool was opened');
    first.waitingCount = 1;
    pools.replace();
    first.emit('release');
    expect([made.length, first.end.mock.calls.length]).toEqual([2, 0]);
    first.waitingCount = 0;
    first.emit('release');
    expect(first.end).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are replaced again, and close, where the end of a waiting query was never reported', async () => {
    const { made, pools } = openAwaited();
    const [first] = made;
    if (first === undefined) throw new Error('no pool was opened');
    first.waitingCount = 1;
    pools.replace();
    // Each was refused because no connection could be opened, which is followed by no release.
    first.waitingCount = 0;
    await vi.advanceTimersToNextTimerAsync();
    expect(first.end).toHaveBeenCalledTimes(1);
    pools.replace();
    expect(made).toHaveLength(3);
    await pools.end();
    expect(made.map(({ end }) => end.mock.calls.length)).toEqual([1, 1, 1]);
  });
});
