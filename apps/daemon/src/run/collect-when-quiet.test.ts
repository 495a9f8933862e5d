import { describe, expect, it } from 'vitest';
import { collectWhenQuiet, createQuietWatch } from './collect-when-quiet.js';

const MB = 1024 * 1024;

function decisions(shares: readonly number[], youngMb = 1) {
  const decide = createQuietWatch();
  return shares.map((share) => decide(share, () => youngMb * MB) ?? '-').join(' ');
}

describe('the collection of garbage', () => {
  it('follows the start twice once the event loop is quiet, and then only more work', () => {
    expect(decisions([0.9, 0.6, 0.02, 0.01, 0])).toBe('- - collect collect -');
    expect(decisions([0, 0, 0, 0.3, 0.04, 0.04, 0.04])).toBe('collect collect - - collect collect -');
  });

  it('shrinks once a young generation that stayed large, again only after more work', () => {
    expect(decisions([0.9, 0, 0, 0, 0, 0], 32)).toBe('- collect collect shrink - -');
    expect(decisions([0, 0, 0, 0, 0.3, 0, 0, 0, 0], 32)).toBe('collect collect shrink - - collect collect shrink -');
  });

  it('never holds up an event loop that has something to do', () => {
    expect(decisions([0.9, 0.15, 0.11, 0.3, 0.2], 32)).toBe('- - - - -');
  });

  it('does not count everyday use as work that leaves garbage', () => {
    expect(decisions([0.01, 0.02, 0.15, 0.02, 0.19, 0.01])).toBe('collect collect - - - -');
  });

  it('takes its steps at intervals', () => {
    const timers: (() => void)[] = [];
    const after = (_: number, callback: () => void) => {
      timers.push(callback);
      return () => undefined;
    };
    const steps: string[] = [];
    collectWhenQuiet({
      time: { after },
      utilization: () => 0,
      young: () => 32 * MB,
      collect: () => void steps.push('collect'),
      shrink: () => void steps.push('shrink'),
    });
    for (let look = 0; look < 4; look += 1) timers.shift()?.();
    expect(steps).toEqual(['collect', 'collect', 'shrink']);
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
