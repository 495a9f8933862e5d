import { CcuError, clientClosed } from '../model/errors.js';
import type { WritePriority } from '../model/model.js';
import type { Now, Timers } from '../model/ports.js';
import type { RadioBudget, Spending, SpendingMode } from '../radio/budget.js';

/** Reason why a job will never run: a critical command to the same channel came, the duty cycle stayed exhausted, the queue closed. */
export type DropReason = 'superseded' | 'held' | 'closed';

/** One thing to send. Jobs of a channel run one at a time; only a critical or a repeated one may leave their order. */
export interface Job {
  readonly channel: string;
  readonly priority: WritePriority;
  /** Earliest moment, by the clock of the queue. */
  readonly notBefore: number;
  /** Commands a device rather than configuring it: a critical command makes those before it pointless. */
  readonly command: boolean;
  /** Tried already; later jobs need not wait until it is tried again. */
  readonly repeated: boolean;
  /** Work that no one waits for: it pauses while the duty cycle is forecast to be exhausted. */
  readonly background: boolean;
  /** Milliseconds of radio sending. */
  readonly airtimeMs: () => number;
  readonly run: () => Promise<void>;
  readonly drop: (reason: DropReason) => void;
}

/** The lower, the earlier. */
export const RANK: Readonly<Record<WritePriority, number>> = { critical: 0, high: 1, default: 2, low: 3 };

/** A job that could be the next one. */
interface Candidate<J> {
  readonly job: J;
  readonly rank: number;
  readonly spending: Spending;
  /** Milliseconds until the duty cycle allows it, or until that is checked again; 0: now. */
  readonly heldMs: number;
}

/** Milliseconds until the duty cycle allows a job, by its class. */
type Hold = (spending: Spending, job: Job) => number;

/** Jobs that wait, and their sending time. */
export interface Waiting {
  readonly count: number;
  /** Those of `count` that are background work. */
  readonly background: number;
  readonly airtimeMs: number;
}

/** The present time, and the earliest start of any job but a critical one. */
interface Moment {
  readonly at: number;
  readonly nextStartAt: number;
}

/**
 * Yields per channel the oldest job, the repeated ones and the critical ones. An important job that stands behind another
 * one of its channel lends it its importance and its right to sending time.
 */
export function* candidates<J extends Job>(
  jobs: readonly J[],
  busy: ReadonlySet<string>,
  hold: Hold,
): Generator<Candidate<J>> {
  const lines = new Map<string, { rank: number; background: boolean }>();
  for (const job of jobs) {
    if (!isInLine(job)) continue;
    const line = lines.get(job.channel) ?? { rank: RANK.low, background: true };
    lines.set(job.channel, {
      rank: Math.min(line.rank, RANK[job.priority]),
      background: line.background && job.background,
    });
  }
  const inLine = new Set<string>();
  for (const job of jobs) {
    if (busy.has(job.channel) || (isInLine(job) && inLine.has(job.channel))) continue;
    const { rank, background } = isInLine(job)
      ? lines.get(job.channel)!
      : { rank: RANK[job.priority], background: job.background };
    if (isInLine(job)) inLine.add(job.channel);
    const spending = rank === RANK.critical ? 'critical' : background ? 'background' : 'normal';
    yield { job, rank, spending, heldMs: hold(spending, job) };
  }
}

/** Picks the job that starts now: the most important one, of equals the oldest. */
export function pick<J extends Job>(
  from: Iterable<Candidate<J>>,
  { at, nextStartAt }: Moment,
): Candidate<J> | undefined {
  let best: Candidate<J> | undefined;
  for (const candidate of from) {
    const { job, rank, heldMs } = candidate;
    if (heldMs > 0 || job.notBefore > at || (rank > RANK.critical && at < nextStartAt)) continue;
    if (best === undefined || rank < best.rank) best = candidate;
  }
  return best;
}

/** Milliseconds until the next job may start, at least one; infinite when there is none. */
export function waitMs<J extends Job>(from: Iterable<Candidate<J>>, { at, nextStartAt }: Moment): number {
  let wait = Number.POSITIVE_INFINITY;
  for (const { job, rank, heldMs } of from) {
    const gap = rank === RANK.critical ? 0 : nextStartAt - at;
    wait = Math.min(wait, Math.max(heldMs, gap, job.notBefore - at, 1));
  }
  return wait;
}

function isInLine({ priority, repeated }: Job): boolean {
  return priority !== 'critical' && !repeated;
}

const WINDOW_MS = 500;
const FREE = 5;

/** More than a handful of writes at once is a scene or a script: it goes behind the present writes of a person. */
export function createBurstGuard(now: Now): (wanted: WritePriority) => WritePriority {
  let recent: number[] = [];
  return (wanted) => {
    if (wanted === 'critical') return wanted;
    const at = now();
    recent = recent.filter((earlier) => at - earlier < WINDOW_MS);
    recent.push(at);
    return recent.length > FREE ? 'low' : wanted;
  };
}

export interface WriteQueue<J extends Job> {
  add(job: J): void;
  /** Waiting jobs of this channel, oldest first. */
  of(channel: string): readonly J[];
  /**
   * Milliseconds until a job of this channel is `quietMs` after the end of the last one; all of them while another one waits
   * or is under way.
   */
  quietInMs(channel: string): number;
  waiting(): Waiting;
  /** How the waiting jobs are sent now. */
  mode(): SpendingMode;
  close(): void;
}

interface WriteQueueDeps {
  readonly width: number;
  /** Pause between two jobs; asked each time. */
  readonly gapMs: () => number;
  /** Milliseconds after which a job that is held back is dropped. */
  readonly holdMs: (job: Job) => number;
  /** Milliseconds after the end of a job until its channel is quiet, when no other one came. */
  readonly quietMs: () => number;
  readonly now: Now;
  readonly timers: Timers;
  readonly budget: Pick<RadioBudget, 'spent' | 'waitMs' | 'mode'>;
}

/** The end of the last job of each channel, as long as it is recent. */
function createLastEnds({ now, quietMs }: Pick<WriteQueueDeps, 'now' | 'quietMs'>) {
  /** Oldest first. */
  const ends = new Map<string, number>();
  const quietInMs = (channel: string) =>
    Math.max(0, (ends.get(channel) ?? Number.NEGATIVE_INFINITY) + quietMs() - now());
  return {
    quietInMs,
    note(channel: string): void {
      ends.delete(channel);
      ends.set(channel, now());
      for (const other of ends.keys()) {
        if (quietInMs(other) > 0) break;
        ends.delete(other);
      }
    },
  };
}

/** The jobs that wait for the duty cycle, none of them without end. */
function createHolding<J extends Job>({ now, holdMs }: Pick<WriteQueueDeps, 'now' | 'holdMs'>) {
  const since = new Map<J, number>();
  return {
    forget: (job: J) => void since.delete(job),
    /** Jobs of these that were held back for too long; a job that might go between, and does not, goes on waiting. */
    overdue(next: Iterable<{ readonly job: J; readonly heldMs: number }>): readonly J[] {
      const at = now();
      const late: J[] = [];
      for (const { job, heldMs } of next) {
        if (!since.has(job)) {
          if (heldMs > 0) since.set(job, at);
        } else if (heldMs > 0 && at - since.get(job)! >= holdMs(job)) late.push(job);
      }
      return late;
    },
  };
}

const MAX_WAITING = 2_000;

export function createWriteQueue<J extends Job>(deps: WriteQueueDeps): WriteQueue<J> {
  let jobs: J[] = [];
  const holding = createHolding<J>(deps);
  const busy = new Set<string>();
  const ends = createLastEnds(deps);
  let nextStartAt = 0;
  let cancelTimer: (() => void) | undefined;
  let closed = false;

  const next = () => {
    const waitingMs = normalMs();
    return candidates(jobs, busy, (spending, job) => deps.budget.waitMs(spending, job.airtimeMs(), waitingMs));
  };
  const normalMs = () => jobs.reduce((all, job) => (job.background ? all : all + job.airtimeMs()), 0);

  function pump(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    const overdue = holding.overdue(next());
    if (overdue.length > 0) remove(overdue, 'held');
    while (!closed && busy.size < deps.width) {
      const chosen = pick(next(), { at: deps.now(), nextStartAt });
      if (chosen === undefined) break;
      start(chosen);
    }
    if (closed || jobs.length === 0 || busy.size >= deps.width) return;
    const wait = waitMs(next(), { at: deps.now(), nextStartAt });
    if (Number.isFinite(wait)) cancelTimer = deps.timers.after(wait, pump);
  }

  function start({ job, spending }: Candidate<J>): void {
    deps.budget.spent(spending, job.airtimeMs(), normalMs());
    jobs = jobs.filter((other) => other !== job);
    holding.forget(job);
    busy.add(job.channel);
    nextStartAt = deps.now() + deps.gapMs();
    const done = () => {
      busy.delete(job.channel);
      ends.note(job.channel);
      pump();
    };
    void job.run().then(done, done);
  }

  function remove(gone: readonly J[], reason: DropReason): void {
    jobs = jobs.filter((job) => !gone.includes(job));
    for (const job of gone) {
      holding.forget(job);
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
    quietInMs: (channel) =>
      busy.has(channel) || jobs.some((job) => job.channel === channel) ? deps.quietMs() : ends.quietInMs(channel),
    waiting: () => ({
      count: jobs.length,
      background: jobs.filter(({ background }) => background).length,
      airtimeMs: jobs.reduce((all, job) => all + job.airtimeMs(), 0),
    }),
    mode: () => deps.budget.mode(normalMs()),
    close() {
      closed = true;
      cancelTimer?.();
      remove(jobs, 'closed');
    },
  };
}
