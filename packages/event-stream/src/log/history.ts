import type { Loss, StreamEvent } from '../model/event.js';
import type { EventLog } from '../model/event-log.js';
import type { TopicRecord } from '../topic/table.js';
import type { Matches } from './query.js';

export interface HistorySetup {
  readonly log: Pick<EventLog, 'page'>;
  readonly matches: Matches;
  readonly topicOf: (topic: string | readonly string[]) => TopicRecord;
  /** Has everything appended that was published so far. */
  readonly drain: () => Promise<unknown>;
  /** The ring has everything above this number. */
  readonly evictedSeq: () => number;
  /** Number up to which readers were notified of a loss that the log lacks; 0 for none. */
  readonly toldSeq: () => number;
  /** Resolves when everything else that waits has had its turn. */
  readonly nextTurn: () => Promise<void>;
  /** Called when the log cannot be read; its events count as missing. */
  readonly onError: (error: unknown) => void;
}

const pageRecords = 256;

/**
 * Reads the log from a number on until the ring has the following events, and returns the number at which that is so.
 * Missing events are reported in their position.
 */
export async function* readHistory(
  setup: HistorySetup,
  since: number,
): AsyncGenerator<StreamEvent | { readonly loss: Loss }, number> {
  let at = since;
  let lostSeq = since;
  let drained = false;
  const skipTo = (seq: number) => {
    at = seq;
    lostSeq = seq;
    return { loss: { reason: 'evicted', oldestSeq: seq + 1, seq } as const };
  };
  while (at < setup.evictedSeq()) {
    const page = await setup.log.page({ since: at, limit: pageRecords }).catch(setup.onError);
    if (!page) {
      yield skipTo(setup.evictedSeq());
      break;
    }
    if (page.oldestSeq !== undefined && at < page.oldestSeq - 1) yield skipTo(page.oldestSeq - 1);
    for (const record of page.records) {
      const gap = page.gaps.filter(({ before }) => before > at + 1 && before <= record.seq).at(-1);
      if (gap) yield skipTo(gap.before - 1);
      at = record.seq;
      if (setup.matches(setup.topicOf(record.segments ?? record.topic))) yield JSON.parse(record.text) as StreamEvent;
    }
    if (page.more) {
      await setup.nextTurn();
      continue;
    }
    const last = page.gaps.at(-1);
    if (last && last.before > at + 1) yield skipTo(last.before - 1);
    else if (page.records.length > 0) drained = false;
    else if (drained) yield skipTo(Math.max(at, setup.evictedSeq()));
    else {
      drained = true;
      await setup.drain();
    }
  }
  if (lostSeq < setup.toldSeq()) yield skipTo(at);
  return at;
}
