import { describe, expect, it } from 'vitest';
import { collectWhenQuiet, createQuietWatch } from './collect-when-quiet.js';

const MB = 1024 * 1024;

function decisions(shares: readonly number[], youngMb = 1) {
  const isDue = createQuietWatch();
  return shares.map((share) => isDue(share, () => youngMb * MB));
}

describe('the collection of garbage', () => {
  it('follows the start twice once the event loop is quiet, and then only more work', () => {
    expect(decisions([0.9, 0.6, 0.02, 0.01, 0])).toEqual([false, false, true, true, false]);
    expect(decisions([0, 0, 0, 0.3, 0.04, 0.04, 0.04])).toEqual([true, true, false, false, true, true, false]);
  });

  it('repeats while the young generation stays large, at most six times', () => {
    expect(decisions([0.9, 0, 0, 0, 0, 0, 0, 0, 0], 32)).toEqual([false, ...Array(6).fill(true), false, false]);
    const isDue = createQuietWatch();
    const sizes = [32, 32, 32, 1, 32];
    // A young generation that grows again in quiet use is collected again, within the same bound.
    expect(sizes.map((mb) => isDue(0, () => mb * MB))).toEqual([true, true, true, false, true]);
  });

  it('never holds up an event loop that has something to do', () => {
    expect(decisions([0.9, 0.15, 0.11, 0.3, 0.2])).toEqual([false, false, false, false, false]);
  });

  it('does not count everyday use as work that leaves garbage', () => {
    expect(decisions([0.01, 0.02, 0.15, 0.02, 0.19, 0.01])).toEqual([true, true, false, false, false, false]);
  });

  it('reduces the heap of this process', () => {
    const timers: (() => void)[] = [];
    const time = {
      after(_: number, callback: () => void) {
        timers.push(callback);
        return () => undefined;
      },
    };
    const gone = new WeakRef({ large: new Array(1_000).fill(0) });
    collectWhenQuiet({ time, utilization: () => 0 });
    expect(timers).toHaveLength(1);
    return new Promise<void>((settle) => {
      // A reference that was read is held until the end of its turn.
      setImmediate(() => {
        timers.shift()?.();
        expect(gone.deref()).toBeUndefined();
        expect(timers).toHaveLength(1);
        settle();
      });
    });
  });
});
