import type { InstallationProblem } from '@ccu-gateway/contract/types';
import { describe, expect, it } from 'vitest';
import type { ProblemTime, ProblemTimes } from '../ports/problem-times.js';
import { recordProblems } from './problem-recorder.js';

const weak = (name: string): InstallationProblem => ({
  id: `home/${name}/LOW_BAT`,
  kind: 'low_battery',
  severity: 'warning',
  summary: `${name} has a weak battery`,
  name,
  central: 'home',
});

const down: InstallationProblem = {
  id: 'central:home',
  kind: 'ccu_down',
  severity: 'critical',
  summary: 'home has no connection',
  name: 'home',
  central: 'home',
};

/** Storage that outlives recorders. */
function memory() {
  let times: readonly ProblemTime[] = [];
  let failure: Error | undefined;
  const records: ProblemTimes = {
    open: async () => times.filter(({ endedAt }) => endedAt === undefined),
    async save({ began, ended }) {
      if (failure !== undefined) throw failure;
      const ends = new Map(ended.map(({ id, endedAt }) => [id, endedAt]));
      times = [
        ...times.map((each) => ({ ...each, ...(ends.has(each.id) ? { endedAt: ends.get(each.id)! } : {}) })),
        ...began.map((each, index) => ({ ...each, id: times.length + index })),
      ];
    },
    query: async () => times,
  };
  return {
    records,
    fail: (error: Error | undefined) => {
      failure = error;
    },
    shown: () => times.map(({ problem: { name }, beganAt, endedAt }) => [name, beganAt, endedAt]),
  };
}

/** A recorder whose checks the test makes: each is a minute later. */
function recording(store: ReturnType<typeof memory>, from = 0) {
  let minute = from;
  let problems: readonly InstallationProblem[] = [];
  let run = () => {};
  const errors: unknown[] = [];
  const recorder = recordProblems({
    problems: () => problems,
    records: store.records,
    time: {
      now: () => minute,
      after(_delay, callback) {
        run = callback;
        return () => {
          run = () => {};
        };
      },
    },
    log: { error: (...line: readonly unknown[]) => errors.push(line) } as never,
  });
  return {
    recorder,
    errors,
    async check(...now: readonly InstallationProblem[]) {
      problems = now;
      minute += 1;
      run();
      // The check answers after some promises of the store.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    },
  };
}

describe('the times of problems', () => {
  it('begin and end in the first of two checks that find a change', async () => {
    const store = memory();
    const { check } = recording(store);
    await check(weak('A'));
    expect(store.shown()).toEqual([]);
    await check(weak('A'));
    expect(store.shown()).toEqual([['A', 1, undefined]]);
    await check();
    await check();
    await check();
    expect(store.shown()).toEqual([['A', 1, 3]]);
  });

  it('have no entry for a fault between two checks, and go on over a short pause', async () => {
    const store = memory();
    const { check } = recording(store);
    await check(weak('A'));
    await check();
    await check(weak('B'));
    await check(weak('B'));
    await check();
    await check(weak('B'));
    await check(weak('B'));
    expect(store.shown()).toEqual([['B', 3, undefined]]);
  });

  it('go on over a restart', async () => {
    const store = memory();
    const before = recording(store);
    await before.check(weak('A'));
    await before.check(weak('A'));
    await before.recorder.close();
    await before.check();
    const after = recording(store, 10);
    await after.check(weak('A'));
    await after.check();
    await after.check();
    expect(store.shown()).toEqual([['A', 1, 12]]);
  });

  it('end for no problem of a CCU without a connection, and begin for no consequence', async () => {
    const store = memory();
    const { check } = recording(store);
    await check(weak('A'));
    await check(weak('A'));
    const outage = { ...down, follows: [weak('C')] };
    await check(outage);
    await check(outage);
    await check(outage);
    expect(store.shown()).toEqual([
      ['A', 1, undefined],
      ['home', 3, undefined],
    ]);
    await check(weak('A'));
    await check(weak('A'));
    expect(store.shown()).toEqual([
      ['A', 1, undefined],
      ['home', 3, 6],
    ]);
  });

  it('are stored later where the storage refused them, with the same time and one line in the log', async () => {
    const store = memory();
    const { check, errors } = recording(store);
    await check(weak('A'));
    store.fail(new Error('disk full'));
    await check(weak('A'));
    await check(weak('A'));
    expect(errors).toHaveLength(1);
    store.fail(undefined);
    await check(weak('A'));
    expect(store.shown()).toEqual([['A', 1, undefined]]);
  });
});
