import { describe, expect, it } from 'vitest';
import { candidates, type Job, pick, waitMs } from './queue-order.js';

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
  run: async () => undefined,
  drop: () => undefined,
  ...more,
});

const names = (jobs: readonly Named[], busy: readonly string[] = [], holdsLow = false) =>
  [...candidates(jobs, new Set(busy), holdsLow)].map((candidate) => candidate.job.name);
const next = (jobs: readonly Named[], moment = { at: 0, nextStartAt: 0 }, holdsLow = false) =>
  pick(candidates(jobs, new Set(), holdsLow), moment)?.name;

describe('the order of a write queue', () => {
  it('keeps what goes to one channel in line, but for what is critical or repeated', () => {
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

  it('holds low priority back while the duty cycle is exhausted, and looks again every second', () => {
    const jobs = [job('a', 'A', { priority: 'low' })];
    expect(next(jobs, { at: 0, nextStartAt: 0 }, true)).toBeUndefined();
    expect(waitMs(candidates(jobs, new Set(), true), { at: 0, nextStartAt: 0 })).toBe(1_000);
  });

  it('waits for the nearest moment at which a job may start', () => {
    const jobs = [job('a', 'A', { notBefore: 50 }), job('b', 'B', { notBefore: 30 })];
    expect(waitMs(candidates(jobs, new Set(), false), { at: 10, nextStartAt: 0 })).toBe(20);
    expect(waitMs(candidates(jobs, new Set(), false), { at: 10, nextStartAt: 45 })).toBe(35);
    expect(waitMs([], { at: 10, nextStartAt: 0 })).toBe(Number.POSITIVE_INFINITY);
  });
});
