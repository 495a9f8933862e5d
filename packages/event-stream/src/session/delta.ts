import type { Numbered } from '../delivery/batch.js';
import type { Core } from '../delivery/core.js';
import type { Entry } from '../delivery/ring.js';
import { type DeltaJob, inStretches, isChangedIn, type Stretch } from './jobs.js';

const pageBytes = 64 * 1024;

/** Number of keys that changed within the stretches. */
export function countChanged(core: Core, stretches: readonly Stretch[], afterSeq: number): number {
  let count = 0;
  for (let node = core.latest.after(afterSeq); node; node = node.next) {
    if (isChangedIn(stretches, node.seq, node.topic)) count += 1;
  }
  return count;
}

/**
 * Next frames of a catch-up, in ascending order of their numbers; empty when it is complete. A key that changes again
 * meanwhile drops out: its newest frame comes live.
 */
export function collectDelta(core: Core, job: DeltaJob): readonly Numbered[] {
  const frames: Numbered[] = [];
  let bytes = 0;
  let node = core.latest.after(job.afterSeq);
  let press = nextMomentary(core, job, core.ring.after(job.afterSeq));
  while (bytes < pageBytes) {
    while (node && node.seq <= job.endSeq && !isChangedIn(job.stretches, node.seq, node.topic)) node = node.next;
    const state = node && node.seq <= job.endSeq ? node : undefined;
    if (!state && !press) {
      job.afterSeq = job.endSeq;
      break;
    }
    if (press && (!state || press.seq < state.seq)) {
      frames.push(press);
      bytes += press.length;
      job.afterSeq = press.seq;
      press = nextMomentary(core, job, press.position + 1);
      continue;
    }
    if (!state) break;
    const { slab, start, length, head } = core.repeat(state);
    frames.push({ seq: state.seq, slab, start, length, head });
    bytes += length;
    job.afterSeq = state.seq;
    node = state.next;
  }
  return frames;
}

function nextMomentary(core: Core, job: DeltaJob, from: number): Entry | undefined {
  for (let position = from; position < core.ring.next; position += 1) {
    const entry = core.ring.at(position) as Entry;
    if (entry.seq > job.endSeq) return undefined;
    if (entry.momentary && inStretches(job.stretches, entry.seq, entry.topic)) return entry;
  }
  return undefined;
}
