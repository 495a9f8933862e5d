import type { Core } from '../delivery/core.js';
import type { Group } from '../delivery/groups.js';
import type { Entry } from '../delivery/ring.js';
import { inStretches, type Job, type RangeJob, type Stretch } from './jobs.js';

/** Pending output of one connection: the jobs in order, then everything from `position` on. */
export interface Owed {
  jobs: Job[];
  group: Group | undefined;
  position: number;
  /** Number of the last event before `position`. */
  afterSeq: number;
  /** The ring has dropped something from `position` on. */
  damaged: boolean;
}

export function wantedBy(job: RangeJob): (entry: Entry) => boolean {
  const { set, replay } = job;
  return replay ? (entry) => set.matches(entry.topic) && !replay.skips(entry) : (entry) => set.matches(entry.topic);
}

/** True when dropping this entry from the ring takes something from the connection; notes the affected job. */
export function noteDropped(owed: Owed, entry: Entry): boolean {
  // No two jobs want the same entry, so the first one is the one.
  for (const job of owed.jobs) {
    if (job.kind === 'range' && entry.position >= job.position && entry.position < job.end && wantedBy(job)(entry)) {
      job.damaged = true;
      return true;
    }
    // Keys are safe in a delta, only a momentary event can be lost from under it.
    if (job.kind === 'delta' && entry.momentary && entry.seq > job.afterSeq) {
      if (inStretches(job.stretches, entry.seq, entry.topic)) return true;
    }
  }
  if (entry.position < owed.position || !owed.group?.set.matches(entry.topic)) return false;
  owed.damaged = true;
  return true;
}

/** Makes a test for entries that are owed already, at this moment; a second replay must not bring them again. */
export function alreadyOwed(owed: Owed): (entry: Entry) => boolean {
  const ranges = owed.jobs
    .filter((job): job is RangeJob => job.kind === 'range')
    .map((job) => ({ from: job.position, end: job.end, wants: wantedBy(job) }));
  return (entry) =>
    ranges.some(({ from, end, wants }) => entry.position >= from && entry.position < end && wants(entry));
}

/** True when a stretch has been worked off but for events that no subscription wants. */
export function isSpent(core: Core, job: RangeJob): boolean {
  if (job.damaged) return false;
  const wants = wantedBy(job);
  for (let at = Math.max(job.position, core.ring.first); at < job.end; at += 1) {
    if (wants(core.ring.at(at) as Entry)) return false;
  }
  return true;
}

export interface OwedSum {
  readonly frames: number;
  readonly bytes: number;
}

/** Counts the entries of it that the ring still has. Replays are history, not lag, and counted on demand only. */
export function sumOwed(core: Core, owed: Owed, withReplays: boolean): OwedSum {
  let frames = 0;
  let bytes = 0;
  const add = (from: number, end: number, wants: (entry: Entry) => boolean) => {
    for (let at = Math.max(from, core.ring.first); at < end; at += 1) {
      const entry = core.ring.at(at) as Entry;
      if (!wants(entry)) continue;
      frames += 1;
      bytes += entry.length;
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

/** Everything up to this number has been handed over. */
export function cursorOf(owed: Owed): number {
  for (const job of owed.jobs) if (job.kind !== 'text') return job.afterSeq;
  return owed.afterSeq;
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
    stretches.push({ afterSeq: owed.afterSeq, endSeq: core.flushedSeq, set: owed.group.set });
  }
  return stretches;
}
