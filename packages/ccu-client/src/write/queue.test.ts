import { describe, expect, it } from 'vitest';
import type { WritePriority } from '../model/model.js';
import { createManualTime } from '../testing/manual-time.js';
import { candidates, createBurstGuard, createWriteQueue, type Job, pick, waitMs } from './queue.js';

interface Named extends Job {
  readonly name: string;
}

const job = (name: string, channel: string, more: Partial<Job> = {}): Named => ({
  name,
  channel,
  priority: 'default',
  notBefore: 0,
  command: true,
  repeated: false,
  background: false,
  airtimeMs: () => 20,
  run: async () => undefined,
  drop: () => undefined,
  ...more,
});

type Hold = Parameters<typeof candidates>[2];
const free: Hold = () => 0;
const pauses: Hold = (spending) => (spending === 'background' ? 1_000 : 0);
const names = (jobs: readonly Named[], busy: readonly string[] = []) =>
  [...candidates(jobs, new Set(busy), free)].map((candidate) => candidate.job.name);
const next = (jobs: readonly Named[], moment = { at: 0, nextStartAt: 0 }, hold = free) =>
  pick(candidates(jobs, new Set(), hold), moment)?.job.name;

describe('the order of a write queue', () => {
  it('keeps the jobs of one channel in line, but for critical and repeated ones', () => {
    const jobs = [
      job('first', 'A'),
      job('second', 'A'),
      job('again', 'A', { repeated: true }),
      job('stop', 'A', { priority: 'critical' }),
      job('other', 'B'),
    ];
    expect(names(jobs)).toEqual(['first', 'again', 'stop', 'other']);
    expect(names(jobs, ['A'])).toEqual(['other']);
  });

  it('starts the most important job, of equals the oldest', () => {
    expect(next([job('a', 'A'), job('b', 'B', { priority: 'high' }), job('c', 'C', { priority: 'high' })])).toBe('b');
  });

  it('lends the importance of a job to the one before it on its channel', () => {
    expect(
      next([
        job('high', 'B', { priority: 'default' }),
        job('low', 'A', { priority: 'low' }),
        job('x', 'A', { priority: 'high' }),
      ]),
    ).toBe('low');
  });

  it('lets only a critical job start within the gap', () => {
    const within = { at: 10, nextStartAt: 20 };
    expect(next([job('a', 'A', { priority: 'high' })], within)).toBeUndefined();
    expect(next([job('a', 'A', { priority: 'high' }), job('s', 'B', { priority: 'critical' })], within)).toBe('s');
  });

  it('holds a job back until the duty cycle allows it', () => {
    const jobs = [job('a', 'A', { background: true })];
    expect(next(jobs, { at: 0, nextStartAt: 0 }, pauses)).toBeUndefined();
    expect(waitMs(candidates(jobs, new Set(), pauses), { at: 0, nextStartAt: 0 })).toBe(1_000);
  });

  it('lends the sending time of a job to the one before it on its channel', () => {
    const jobs = [job('background', 'A', { background: true }), job('person', 'A')];
    expect(next(jobs, undefined, pauses)).toBe('background');
  });

  it('waits for the nearest moment at which a job may start', () => {
    const jobs = [job('a', 'A', { notBefore: 50 }), job('b', 'B', { notBefore: 30 })];
    expect(waitMs(candidates(jobs, new Set(), free), { at: 10, nextStartAt: 0 })).toBe(20);
    expect(waitMs(candidates(jobs, new Set(), free), { at: 10, nextStartAt: 45 })).toBe(35);
    expect(waitMs([], { at: 10, nextStartAt: 0 })).toBe(Number.POSITIVE_INFINITY);
  });
});

function startQueue(
  options: { readonly width?: number; readonly gapMs?: number; readonly pauses?: () => boolean } = {},
) {
  const time = createManualTime();
  const order: string[] = [];
  const finish: (() => void)[] = [];
  const queue = createWriteQueue<Job>({
    width: options.width ?? 1,
    gapMs: () => options.gapMs ?? 0,
    holdMs: () => 60_000,
    quietMs: () => 50,
    now: time.now,
    timers: time.timers,
    budget: {
      spent: () => undefined,
      waitMs: (spending) => (options.pauses?.() === true ? pauses(spending, job('', '')) : 0),
      mode: () => 'free',
    },
  });
  const add = (name: string, priority: WritePriority, channel = name, parts: Partial<Job> = {}) => {
    const added: Job = {
      ...job(name, channel),
      priority,
      background: priority === 'low',
      run: () =>
        new Promise((resolve) => {
          order.push(name);
          finish.push(resolve);
        }),
      drop: (reason) => order.push(`${name} ${reason}`),
      ...parts,
    };
    queue.add(added);
  };
  const done = async () => {
    finish.shift()?.();
    await time.settle();
  };
  return { time, order, queue, add, done };
}

describe('the write queue', () => {
  it('sends by importance, and first come first served within one', async () => {
    const { order, add, done } = startQueue();
    add('first', 'low');
    add('low', 'low');
    add('default', 'default');
    add('high a', 'high');
    add('high b', 'high');
    add('critical', 'critical');
    for (let i = 0; i < 6; i += 1) await done();
    expect(order).toEqual(['first', 'critical', 'high a', 'high b', 'default', 'low']);
  });

  it('never has two writes to one channel under way', async () => {
    const { order, add, done } = startQueue({ width: 3 });
    add('a1', 'high', 'a');
    add('a2', 'high', 'a');
    add('b1', 'high', 'b');
    expect(order).toEqual(['a1', 'b1']);
    await done();
    expect(order).toEqual(['a1', 'b1', 'a2']);
  });

  it('holds back unimportant jobs while the duty cycle is nearly exhausted', async () => {
    let short = true;
    const { order, add, time } = startQueue({ pauses: () => short });
    add('bulk', 'low');
    add('person', 'high');
    expect(order).toEqual(['person']);
    short = false;
    await time.advance(0);
    const other = startQueue({ pauses: () => short });
    other.add('bulk', 'low');
    expect(other.order).toEqual(['bulk']);
  });

  it('starts a job that was held back when the duty cycle allows it again', async () => {
    let short = true;
    const { order, add, time } = startQueue({ pauses: () => short });
    add('bulk', 'low');
    await time.advance(5_000);
    expect(order).toEqual([]);
    short = false;
    await time.advance(1_000);
    expect(order).toEqual(['bulk']);
  });

  it('keeps a pause between two writes, but not before a critical one', async () => {
    const { order, add, done, time } = startQueue({ gapMs: 100 });
    add('a', 'high');
    add('b', 'high');
    await done();
    expect(order).toEqual(['a']);
    add('stop', 'critical');
    expect(order).toEqual(['a', 'stop']);
    await done();
    await time.advance(100);
    expect(order).toEqual(['a', 'stop', 'b']);
  });

  it('never lets a later write overtake an earlier one of its channel, but hurries that one', async () => {
    const { order, add, done, time } = startQueue();
    add('busy', 'high');
    add('a1', 'low', 'a', { notBefore: time.now() + 50 });
    add('b', 'default', 'b');
    add('a2', 'high', 'a');
    await time.advance(50);
    for (let i = 0; i < 4; i += 1) await done();
    expect(order).toEqual(['busy', 'a1', 'a2', 'b']);
  });

  it('lets other jobs of the channel pass one that is tried again later', async () => {
    const { order, add, done, time } = startQueue();
    add('again', 'high', 'a', { repeated: true, notBefore: time.now() + 2_000 });
    add('new', 'high', 'a');
    expect(order).toEqual(['new']);
    await done();
    await time.advance(2_000);
    expect(order).toEqual(['new', 'again']);
  });

  it('drops the commands that a critical one makes pointless, and no configuration', async () => {
    const { order, add, done } = startQueue();
    add('busy', 'high');
    add('level', 'high', 'a');
    add('settings', 'default', 'a', { command: false });
    add('stop', 'critical', 'a');
    for (let i = 0; i < 3; i += 1) await done();
    expect(order).toEqual(['busy', 'level superseded', 'stop', 'settings']);
  });

  it('lets no job wait without end for the duty cycle', async () => {
    const { order, add, time } = startQueue({ pauses: () => true });
    add('bulk', 'low');
    await time.advance(59_000);
    expect(order).toEqual([]);
    await time.advance(2_000);
    expect(order).toEqual(['bulk held']);
  });

  it('waits for the moment a job asks for', async () => {
    const { order, add, time } = startQueue();
    add('later', 'high', 'c', { notBefore: time.now() + 50 });
    await time.advance(49);
    expect(order).toEqual([]);
    await time.advance(1);
    expect(order).toEqual(['later']);
  });

  it('drops every waiting job when it closes', () => {
    const { order, add, queue } = startQueue();
    add('running', 'high');
    add('waiting', 'high');
    queue.close();
    expect(order).toEqual(['running', 'waiting closed']);
    expect(() => add('late', 'high')).toThrow('closed');
  });
});

describe('the burst guard', () => {
  it('puts writes after a handful at once behind the present writes of a person', () => {
    let now = 0;
    const guard = createBurstGuard(() => now);
    expect(Array.from({ length: 7 }, () => guard('high'))).toEqual([
      'high',
      'high',
      'high',
      'high',
      'high',
      'low',
      'low',
    ]);
    expect(guard('critical')).toBe('critical');
    now = 600;
    expect(guard('high')).toBe('high');
  });
});
