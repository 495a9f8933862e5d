import { createBatch } from './batch.js';
import type { Counters } from './core.js';
import type { Group } from './groups.js';
import type { Entry } from './ring.js';

const chunkBytes = 64 * 1024;

/** Offers the gathered entries of a group to each of its members: joined once, for any number of them. */
export function flushGroup(group: Group, counters: Counters, patient: boolean): void {
  const { pending, audience } = group;
  // Two lists take turns, so that a flush leaves none behind.
  group.pending = group.spare;
  const first = pending[0];
  if (first) for (const member of group.members) member.offer(first.position);
  for (let start = 0; start < pending.length && audience.size > 0; ) {
    let bytes = 0;
    let end = start;
    while (end < pending.length) {
      const next = (pending[end] as Entry).length;
      if (bytes > 0 && bytes + next > chunkBytes) break;
      bytes += next;
      end += 1;
    }
    const last = pending[end - 1] as Entry;
    const batch = createBatch(pending, start, end);
    const writes = audience.size;
    counters.writes += writes;
    counters.delivered += writes * batch.count;
    counters.deliveredBytes += writes * batch.bytes;
    audience.write(batch, last.position + 1, last.seq, patient);
    start = end;
  }
  pending.length = 0;
  group.spare = pending;
}
