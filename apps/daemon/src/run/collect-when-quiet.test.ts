import { describe, expect, it } from 'vitest';
import { collectWhenQuiet, createQuietWatch } from './collect-when-quiet.js';

const THREE = ['plain', 'plain', 'compacting'];
const decisions = (shares: readonly number[]) => shares.map(createQuietWatch());

describe('the collection of garbage', () => {
  it('follows the start three times once the event loop is quiet, the last time compacting, and then only more work', () => {
    expect(decisions([0.9, 0.6, 0.02, 0.01, 0, 0])).toEqual([undefined, undefined, ...THREE, undefined]);
    expect(decisions([0, 0, 0, 0, 0.3, 0.04, 0.04, 0.04, 0.04])).toEqual([
      ...[...THREE, undefined],
      ...[undefined, ...THREE, undefined],
    ]);
  });

  it('never holds up an event loop that has something to do', () => {
    expect(decisions([0.9, 0.15, 0.11, 0.3, 0.2])).toEqual(Array(5).fill(undefined));
  });

  it('does not count everyday use as work that leaves garbage', () => {
    expect(decisions([0.01, 0.02, 0.03, 0.15, 0.02, 0.19, 0.01])).toEqual([...THREE, ...Array(4).fill(undefined)]);
  });

  it('collects the garbage of this process each time, plainly and compacting', async () => {
    const timers: (() => void)[] = [];
    const time = {
      after(_: number, callback: () => void) {
        timers.push(callback);
        return () => undefined;
      },
    };
    collectWhenQuiet({ time, utilization: () => 0 });
    for (const _ of THREE) {
      const gone = new WeakRef({ large: new Array(1_000).fill(0) });
      expect(timers).toHaveLength(1);
      // A reference that was read is held until the end of its turn.
      await new Promise(setImmediate);
      timers.shift()?.();
      expect(gone.deref()).toBeUndefined();
    }
    expect(timers).toHaveLength(1);
  });
});
