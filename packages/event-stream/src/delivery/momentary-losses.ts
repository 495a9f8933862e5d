import type { TopicRecord } from '../topic/table.js';

/** Remembers which momentary events the ring has dropped, to be able to say how many a client missed. */
export interface MomentaryLosses {
  add(entry: { readonly seq: number; readonly topic: TopicRecord }): void;
  /** Undefined when that is longer ago than is remembered. */
  countAfter(seq: number, matches: (topic: TopicRecord) => boolean): number | undefined;
}

export function createMomentaryLosses(capacity: number, floorSeq: number): MomentaryLosses {
  const lost: { readonly seq: number; readonly topic: TopicRecord }[] = [];
  let floor = floorSeq;
  return {
    add(entry) {
      lost.push({ seq: entry.seq, topic: entry.topic });
      if (lost.length < capacity * 2) return;
      floor = lost[lost.length - capacity - 1]?.seq ?? floor;
      lost.splice(0, lost.length - capacity);
    },
    countAfter(seq, matches) {
      if (seq < floor) return undefined;
      let count = 0;
      for (let index = lost.length - 1; index >= 0; index -= 1) {
        const item = lost[index];
        if (!item || item.seq <= seq) break;
        if (matches(item.topic)) count += 1;
      }
      return count;
    },
  };
}
