import { createRingBatch } from './batch.js';
import type { Counters } from './core.js';
import type { Group } from './groups.js';
import type { Ring } from './ring.js';

const chunkBytes = 64 * 1024;

/** Offers the gathered entries of a group to each of its members: joined once, for any number of them. */
export function flushGroup(group: Group, ring: Ring, counters: Counters, patient: boolean): void {
  const { pending, audience } = group;
  // Two lists take turns, so that a flush leaves none behind.
  group.pending = group.spare;
  const first = pending[0];
  if (first !== undefined) for (const member of group.members) member.offer(first);
  for (let start = 0; start < pending.length && audience.size > 0; ) {
    let bytes = 0;
    let end = start;
    while (end < pending.length) {
      const next = ring.lengthOf(pending[end] as number);
      if (bytes > 0 && bytes + next > chunkBytes) break;
      bytes += next;
      end += 1;
    }
    const last = pending[end - 1] as number;
    const batch = createRingBatch(ring, pending, { from: start, to: end, bytes });
    const writes = audience.size;
    counters.writes += writes;
    counters.delivered += writes * batch.count;
    counters.deliveredBytes += writes * batch.bytes;
    audience.write(batch, last + 1, ring.seqOf(last), patient);
    start = end;
  }
  pending.length = 0;
  group.spare = pending;
}
