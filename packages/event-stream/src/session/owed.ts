import type { Core, Member } from '../core.js';
import type { Group } from '../delivery/groups.js';
import type { Entry } from '../delivery/ring.js';
import { inStretches, type Job, type RangeJob, type Stretch } from './jobs.js';

/** What one connection has still to get: the jobs in order, then everything from `position` on. */
export interface Owed {
  jobs: Job[];
  group: Group<Member> | undefined;
  position: number;
  /** Number of the last event before the first thing owed. */
  cursor: number;
}

export function wantedBy(job: RangeJob): (entry: Entry) => boolean {
  const { set, replay } = job;
  return replay ? (entry) => set.matches(entry.topic) && !replay.skips(entry) : (entry) => set.matches(entry.topic);
}

/** Whether dropping this entry from the ring takes something from the connection. */
export function owes(owed: Owed, entry: Entry): boolean {
  for (const job of owed.jobs) {
    if (job.kind === 'range' && entry.position >= job.position && entry.position < job.end && wantedBy(job)(entry)) {
      return true;
    }
    // Keys are safe in a delta, only a momentary event can be lost from under it.
    if (job.kind === 'delta' && entry.momentary && entry.seq > job.afterSeq) {
      if (inStretches(job.stretches, entry.seq, entry.topic)) return true;
    }
  }
  return entry.position >= owed.position && owed.group !== undefined && owed.group.set.matches(entry.topic);
}

export interface OwedSum {
  readonly frames: number;
  readonly bytes: number;
}

/** Counts what the ring still has of it. Replays are history, not lag, and counted on demand only. */
export function sumOwed(core: Core, owed: Owed, withReplays: boolean): OwedSum {
  let frames = 0;
  let bytes = 0;
  const add = (from: number, end: number, wants: (entry: Entry) => boolean) => {
    for (let at = Math.max(from, core.ring.first); at < end; at += 1) {
      const entry = core.ring.at(at) as Entry;
      if (!wants(entry)) continue;
      frames += 1;
      bytes += entry.bytes.length;
    }
  };
  for (const job of owed.jobs) {
    if (job.kind === 'range' && (withReplays || !job.replay)) add(job.position, job.end, wantedBy(job));
  }
  if (owed.group) {
    const { set } = owed.group;
    add(owed.position, core.flushedTo, (entry) => set.matches(entry.topic));
  }
  return { frames, bytes };
}

/** Cheap when the connection is close behind, exact when it is not. */
export function exceedsAllowance(core: Core, owed: Owed): boolean {
  const stretch = owed.jobs.find((job) => job.kind === 'range' && !job.replay) as RangeJob | undefined;
  const from = stretch?.position ?? owed.position;
  const { lagFrames, lagBytes } = core.limits;
  if (core.flushedTo - from <= lagFrames && core.ring.bytesSince(from) <= lagBytes) return false;
  const { frames, bytes } = sumOwed(core, owed, false);
  return frames > lagFrames || bytes > lagBytes;
}

/** Number at which the live place continues: where the last stretch before it ends. */
export function cursorBeforeLive(owed: Owed): number {
  for (let index = owed.jobs.length - 1; index >= 0; index -= 1) {
    const job = owed.jobs[index] as Job;
    if (job.kind !== 'text') return job.endSeq;
  }
  return owed.cursor;
}

/** Everything owed as stretches of numbers, for a catch-up by state. */
export function stretchesOf(core: Core, owed: Owed): Stretch[] {
  const stretches: Stretch[] = [];
  for (const job of owed.jobs) {
    if (job.kind === 'range') stretches.push({ afterSeq: job.afterSeq, endSeq: job.endSeq, set: job.set });
    if (job.kind === 'delta') {
      for (const part of job.stretches) {
        stretches.push({ ...part, afterSeq: Math.max(part.afterSeq, job.afterSeq) });
      }
    }
  }
  if (owed.group) {
    stretches.push({ afterSeq: cursorBeforeLive(owed), endSeq: core.flushedSeq, set: owed.group.set });
  }
  return stretches;
}
