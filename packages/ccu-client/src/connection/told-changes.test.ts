import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import type { DeviceDescription } from '../model/model.js';
import { createManualTime } from '../testing/manual-time.js';
import { createDeviceWork, createToldChanges } from './told-changes.js';

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

  it('logs trouble in the background, but not that it was closed', async () => {
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

function start() {
  const done: [string, number][] = [];
  const works: (() => Promise<void>)[] = [];
  const leftOut: unknown[] = [];
  let rescans = 0;
  const told = createToldChanges({
    work: {
      background: (work) => works.push(work),
      planRescan: () => {
        rescans += 1;
      },
    },
    inventory: {
      take: async (list: readonly DeviceDescription[]) => void done.push(['take', list.length]),
      remove: async (addresses) => void done.push(['remove', addresses.length]),
      reread: async (addresses) => void done.push(['reread', addresses.length]),
    },
    signal: new AbortController().signal,
    onLeftOut: (kind, name) => void leftOut.push([kind, name]),
  });
  const finish = async () => {
    for (let work = works.shift(); work !== undefined; work = works.shift()) await work();
  };
  return { told, done, works, leftOut, finish, rescans: () => rescans };
}

const described = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ ADDRESS: `D${from + index}`, TYPE: 'X' }));

describe('changes that a CCU reports', () => {
  it('become one piece of work for each kind that follows another, in their order', async () => {
    const { told, done, works, finish } = start();
    for (let i = 0; i < 15_000; i += 1) told.removed([`D${i}`]);
    for (let i = 0; i < 5_000; i += 1) told.described(described(i, 1));
    told.removed(['D1']);
    expect(works).toHaveLength(3);
    await finish();
    expect(done).toEqual([
      ['remove', 15_000],
      ['take', 5_000],
      ['remove', 1],
    ]);
  });

  it('do not join work that is under way', async () => {
    const { told, done, works } = start();
    told.removed(['A']);
    await works[0]!();
    told.removed(['B']);
    await works[1]!();
    expect(done).toEqual([
      ['remove', 1],
      ['remove', 1],
    ]);
  });

  it('read up to a hundred devices again, and compare lists where they are more', async () => {
    const { told, done, finish, rescans } = start();
    for (const address of ['A:1', 'A:2', 'B']) told.changed(address);
    await finish();
    expect(done).toEqual([['reread', 2]]);
    for (let i = 0; i < 20_000; i += 1) told.changed(`D${i}`);
    await finish();
    expect(done).toHaveLength(1);
    expect(rescans()).toBe(1);
    told.readded(['C:1', 'C', 'E']);
    told.readded(Array.from({ length: 20_000 }, (_, index) => `D${index}`));
    await finish();
    expect(done).toHaveLength(1);
    expect(rescans()).toBe(2);
    told.readded(['C:1', 'C', 'E']);
    await finish();
    expect(done[1]).toEqual(['reread', 2]);
  });

  it('that do not fit are found by comparing lists', () => {
    const { told, works, rescans } = start();
    for (let i = 0; i < 2_000; i += 1) {
      told.removed([`D${i}`]);
      told.described(described(i, 1));
    }
    expect(works).toHaveLength(1_000);
    expect(rescans()).toBe(1_500);
  });

  it('gather no more than a list of a CCU can have', async () => {
    const { told, done, finish, rescans } = start();
    const list = described(0, 60_000);
    for (let i = 0; i < 4; i += 1) told.described(list);
    await finish();
    expect(done).toEqual([['take', 120_000]]);
    expect(rescans()).toBe(2);
  });

  it('are not read when they arrive, but in slices later, and without invalid addresses', async () => {
    const { told, done, finish, leftOut } = start();
    told.removed(Array.from({ length: 20_001 }, (_, index) => (index === 0 ? 7 : `D${index}`)));
    expect(leftOut).toEqual([]);
    let turns = 0;
    let isWorking = true;
    const count = () => {
      turns += 1;
      if (isWorking) setImmediate(count);
    };
    setImmediate(count);
    await finish();
    isWorking = false;
    expect(done).toEqual([['remove', 20_000]]);
    expect(leftOut).toEqual([['address', 7]]);
    expect(turns).toBeGreaterThanOrEqual(4);
  });
});
