import { describe, expect, it } from 'vitest';
import { createShares } from './shares.js';

function startShares() {
  const shares = createShares(async () => {}, { perCaller: 2, waiting: 3, total: 3 });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const { signal } = new AbortController();
  const read = (caller: string, at = signal) =>
    shares.run(caller, at, async () => {
      started.push(caller);
      await new Promise<void>((resolve) => ends.push(resolve));
      return caller;
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { read, started, ends, settle };
}

describe('shares of expensive readings', () => {
  it('let each caller run two, and another caller has its turn before the rest of the first', async () => {
    const { read, started, ends, settle } = startShares();
    const all = [read('a'), read('a'), read('a'), read('a'), read('b'), read('b')];
    await settle();
    expect(started).toEqual(['a', 'a', 'b']);
    while (ends.length > 0 || started.length < 6) {
      ends.shift()?.();
      await settle();
    }
    expect(started.slice(3, 5).sort()).toEqual(['a', 'b']);
    expect(await Promise.all(all)).toEqual(['a', 'a', 'a', 'a', 'b', 'b']);
  });

  it('refuse a request beyond the queue, with the time for a retry', async () => {
    const { read, ends, settle } = startShares();
    const taken = [read('a'), read('a'), read('a'), read('a'), read('a')];
    await expect(read('a')).rejects.toMatchObject({
      code: 'rate_limited',
      details: { reason: 'too_many_reads' },
    });
    while (ends.length > 0 || (await Promise.race([Promise.all(taken), settle()])) === undefined) {
      ends.shift()?.();
      await settle();
    }
    expect(await Promise.all(taken)).toHaveLength(5);
  });

  it('accept a reading of each of 500 devices at once', async () => {
    const shares = createShares(async () => {});
    const { signal } = new AbortController();
    const all = Array.from({ length: 500 }, (_, device) => shares.run('a', signal, async () => device));
    expect(await Promise.all(all)).toHaveLength(500);
  });

  it('skip a caller that went away while it waited', async () => {
    const { read, started, ends, settle } = startShares();
    const gone = new AbortController();
    const first = [read('a'), read('a')];
    const waiting = read('a', gone.signal);
    gone.abort();
    await settle();
    for (const end of ends.splice(0)) end();
    await Promise.all(first);
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(started).toEqual(['a', 'a']);
  });
});
