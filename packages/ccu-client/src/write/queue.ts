import { CcuError, clientClosed } from '../model/errors.js';
import type { Now, Timers } from '../model/ports.js';
import { candidates, type DropReason, type Job, pick, waitMs } from './queue-order.js';

export interface WriteQueue<J extends Job> {
  add(job: J): void;
  /** What waits for this channel, oldest first. */
  of(channel: string): readonly J[];
  close(): void;
}

export interface WriteQueueDeps {
  readonly width: number;
  /** Pause between two jobs; asked each time. */
  readonly gapMs: () => number;
  /** What is held back longer than this is dropped. */
  readonly holdMs: number;
  readonly now: Now;
  readonly timers: Timers;
  /** Low priority waits while this is true. */
  readonly holdsLow: () => boolean;
}

const MAX_WAITING = 2_000;

export function createWriteQueue<J extends Job>(deps: WriteQueueDeps): WriteQueue<J> {
  let jobs: J[] = [];
  const heldSince = new Map<J, number>();
  const busy = new Set<string>();
  let nextStartAt = 0;
  let cancelTimer: (() => void) | undefined;
  let closed = false;

  const next = () => candidates(jobs, busy, deps.holdsLow());

  function pump(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    dropHeld();
    while (!closed && busy.size < deps.width) {
      const job = pick(next(), { at: deps.now(), nextStartAt });
      if (job === undefined) break;
      start(job);
    }
    if (closed || jobs.length === 0 || busy.size >= deps.width) return;
    const wait = waitMs(next(), { at: deps.now(), nextStartAt });
    if (Number.isFinite(wait)) cancelTimer = deps.timers.after(wait, pump);
  }

  function start(job: J): void {
    jobs = jobs.filter((other) => other !== job);
    heldSince.delete(job);
    busy.add(job.channel);
    nextStartAt = deps.now() + deps.gapMs();
    const done = () => {
      busy.delete(job.channel);
      pump();
    };
    void job.run().then(done, done);
  }

  /** No job waits without end for the duty cycle. */
  function dropHeld(): void {
    if (!deps.holdsLow()) {
      heldSince.clear();
      return;
    }
    const at = deps.now();
    for (const { job, held } of [...next()]) {
      if (!held) continue;
      const since = heldSince.get(job) ?? at;
      heldSince.set(job, since);
      if (at - since >= deps.holdMs) remove([job], 'held');
    }
  }

  function remove(gone: readonly J[], reason: DropReason): void {
    jobs = jobs.filter((job) => !gone.includes(job));
    for (const job of gone) {
      heldSince.delete(job);
      job.drop(reason);
    }
  }

  return {
    add(job) {
      if (closed) throw clientClosed();
      if (jobs.length >= MAX_WAITING) throw new CcuError('circuit_open', 'too many writes are waiting');
      const older = jobs.filter(({ channel, command }) => command && channel === job.channel);
      jobs.push(job);
      if (job.priority === 'critical' && job.command && !job.repeated) remove(older, 'superseded');
      pump();
    },
    of: (channel) => jobs.filter((job) => job.channel === channel),
    close() {
      closed = true;
      cancelTimer?.();
      remove(jobs, 'closed');
    },
  };
}
