import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import { createManualTime } from '../testing/manual-time.js';
import { createDeviceWork } from './device-work.js';

function world() {
  const time = createManualTime(0);
  const stop = new AbortController();
  const complaints: string[] = [];
  const state = { rescans: 0 };
  const work = createDeviceWork({
    refresh: async () => {
      state.rescans += 1;
    },
    rescanMinMs: 1_000,
    elapsed: time.now,
    timers: time.timers,
    signal: stop.signal,
    complain: (event) => complaints.push(event),
  });
  return { time, stop, complaints, state, work };
}

describe('work on the devices of an interface', () => {
  it('is done one piece after the other', async () => {
    const { work } = world();
    const steps: string[] = [];
    let finish = () => {};
    const first = work.run(async () => {
      steps.push('first begins');
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      steps.push('first ends');
    });
    const second = work.run(async () => {
      steps.push('second');
    });
    finish();
    await Promise.all([first, second]);
    expect(steps).toEqual(['first begins', 'first ends', 'second']);
  });

  it('compares at once for the first unknown address, and once per interval for all that follow', async () => {
    const { time, state, work } = world();
    work.planRescan();
    work.planRescan();
    await time.advance(0);
    expect(state.rescans).toBe(1);
    work.planRescan();
    work.planRescan();
    await time.advance(999);
    expect(state.rescans).toBe(1);
    await time.advance(1);
    expect(state.rescans).toBe(2);
  });

  it('says trouble in the background, but not that it was closed', async () => {
    const { time, stop, complaints, work } = world();
    work.background(() => Promise.reject(new CcuError('timeout', 'late')));
    work.background(() => Promise.reject(new Error('broken')));
    await time.settle();
    expect(complaints).toEqual(['inventory.timeout', 'inventory.failed']);
    stop.abort();
    work.background(() => Promise.reject(new CcuError('closed', 'closed')));
    work.planRescan();
    await time.settle();
    expect(complaints).toHaveLength(2);
  });
});
