import { CcuError } from '../errors.js';
import type { WritePriority } from '../model.js';
import type { Now, Timers } from '../ports.js';

/** One thing to send. `channel` orders: never two at a time, and within one priority first come, first served. */
export interface Job {
  readonly channel: string;
  readonly priority: WritePriority;
  /** Earliest moment, milliseconds since the Unix epoch. */
  readonly notBefore: number;
  readonly run: () => Promise<void>;
  /** Told when a critical write to the same channel makes this one pointless, or when the queue closes. */
  readonly drop: (reason: 'superseded' | 'closed') => void;
}

export interface WriteQueue {
  add(job: Job): void;
  /** The newest job that waits for this channel and passes the test. */
  waiting(channel: string, test: (job: Job) => boolean): Job | undefined;
  length(): number;
  close(): void;
}

const RANK: Readonly<Record<WritePriority, number>> = { critical: 0, high: 1, default: 2, low: 3 };
const MAX_WAITING = 2_000;

export function createWriteQueue(deps: {
  readonly width: number;
  readonly gapMs: number;
  readonly now: Now;
  readonly timers: Timers;
  /** Low priority waits while this is true. */
  readonly holdsLow: () => boolean;
}): WriteQueue {
  let jobs: Job[] = [];
  const busy = new Set<string>();
  let nextStartAt = 0;
  let cancelTimer: (() => void) | undefined;
  let closed = false;

  function pump(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    while (!closed && busy.size < deps.width) {
      const job = pick();
      if (job === undefined) break;
      start(job);
    }
    schedule();
  }

  function pick(): Job | undefined {
    const at = deps.now();
    let best: Job | undefined;
    for (const job of jobs) {
      if (busy.has(job.channel) || job.notBefore > at) continue;
      if (job.priority !== 'critical' && at < nextStartAt) continue;
      if (job.priority === 'low' && deps.holdsLow()) continue;
      if (best === undefined || RANK[job.priority] < RANK[best.priority]) best = job;
    }
    return best;
  }

  function start(job: Job): void {
    jobs = jobs.filter((other) => other !== job);
    busy.add(job.channel);
    nextStartAt = deps.now() + deps.gapMs;
    void job.run().finally(() => {
      busy.delete(job.channel);
      pump();
    });
  }

  /** Wakes when the next job may start. What is held back for duty cycle is looked at again every second. */
  function schedule(): void {
    if (closed || jobs.length === 0 || busy.size >= deps.width) return;
    const at = deps.now();
    let wait = Number.POSITIVE_INFINITY;
    for (const job of jobs) {
      if (busy.has(job.channel)) continue;
      const held = job.priority === 'low' && deps.holdsLow() ? 1_000 : 0;
      const gap = job.priority === 'critical' ? 0 : nextStartAt - at;
      wait = Math.min(wait, Math.max(held, gap, job.notBefore - at, 1));
    }
    if (Number.isFinite(wait)) cancelTimer = deps.timers.after(wait, pump);
  }

  return {
    add(job) {
      if (closed) throw new CcuError('closed', 'the client was closed');
      if (jobs.length >= MAX_WAITING) throw new CcuError('circuit_open', 'too many writes are waiting');
      if (job.priority === 'critical') {
        const older = jobs.filter((other) => other.channel === job.channel);
        jobs = jobs.filter((other) => other.channel !== job.channel);
        for (const other of older) other.drop('superseded');
      }
      jobs.push(job);
      pump();
    },
    waiting(channel, test) {
      for (let i = jobs.length - 1; i >= 0; i -= 1) {
        const job = jobs[i]!;
        if (job.channel === channel && test(job)) return job;
      }
      return undefined;
    },
    length: () => jobs.length,
    close() {
      closed = true;
      cancelTimer?.();
      const left = jobs;
      jobs = [];
      for (const job of left) job.drop('closed');
    },
  };
}
