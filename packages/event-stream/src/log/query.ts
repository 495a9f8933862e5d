import { createPatternSet } from '../delivery/groups.js';
import type { Ring } from '../delivery/ring.js';
import { InvalidQueryError } from '../model/errors.js';
import type { StreamEvent } from '../model/event.js';
import type { EventLog, LogGap } from '../model/event-log.js';
import { isCursor, readTopics } from '../model/request.js';
import type { LogQuery, LogResult } from '../model/stream.js';
import { readClientTopics } from '../topic/client-topics.js';
import { compilePattern } from '../topic/pattern.js';
import type { TopicRecord } from '../topic/table.js';

export type Matches = (topic: TopicRecord) => boolean;

export interface CheckedQuery {
  readonly since: number;
  readonly limit: number;
  readonly matches: Matches;
}

export type LogSlice = Pick<LogResult, 'events' | 'gaps' | 'nextSince' | 'more'> & { readonly oldestSeq?: number };

/**
 * Cost limit of one call: beyond it the answer contains the position to go on, so that a rare topic in a long log takes
 * many calls.
 */
const scanRecords = 10_000;
const scanMs = 100;
/** Records of one turn, for any limit of the query: a small limit must not make many small reads. */
const turnRecords = 512;

/** Sharing of the event loop by a scan. */
export interface ScanPace {
  /** Resolves when everything else that waits has had its turn. */
  nextTurn(): Promise<void>;
  monotonic(): number;
}

export function checkQuery(query: LogQuery): CheckedQuery {
  const { since = 0, limit = 100, topics } = query;
  if (!isCursor(since)) throw new InvalidQueryError('since must be an integer from 0 to 2^53 - 1');
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new InvalidQueryError('limit must be 1 to 1000');
  return { since, limit, matches: matcherOf(readClientTopics(topics ?? ['*'])) };
}

/** Patterns of an in-process consumer, under the same limits as those of a client. */
export function matcherFor(topics: readonly string[]): Matches {
  return matcherOf(readTopics(topics));
}

function matcherOf(checked: readonly string[] | string): Matches {
  if (typeof checked === 'string') throw new InvalidQueryError(checked);
  return createPatternSet(checked.filter((topic) => topic !== '').map(compilePattern)).matches;
}

export async function queryLog(
  log: Pick<EventLog, 'page'>,
  query: CheckedQuery,
  topicOf: (topic: string | readonly string[]) => TopicRecord,
  { nextTurn, monotonic }: ScanPace,
): Promise<LogSlice> {
  const startedAt = monotonic();
  const events: StreamEvent[] = [];
  const gaps = new Map<number, LogGap>();
  let since = query.since;
  let scanned = 0;
  for (;;) {
    const page = await log.page({ since, limit: turnRecords });
    for (const record of page.records) {
      if (events.length === query.limit) break;
      since = record.seq;
      if (query.matches(topicOf(record.segments ?? record.topic))) events.push(JSON.parse(record.text) as StreamEvent);
    }
    const more = page.more || since !== (page.records.at(-1)?.seq ?? since);
    for (const gap of page.gaps) if (!more || gap.after < since) gaps.set(gap.after, gap);
    scanned += page.records.length;
    const ends = !more || events.length === query.limit || scanned >= scanRecords || page.records.length === 0;
    if (ends || monotonic() - startedAt >= scanMs) {
      return { events, gaps: [...gaps.values()], nextSince: since, more, oldestSeq: page.oldestSeq };
    }
    await nextTurn();
  }
}

/** The same question to the ring of a stream without a log. */
export function queryRing(ring: Ring, query: CheckedQuery, read: (position: number) => StreamEvent): LogSlice {
  const events: StreamEvent[] = [];
  let since = query.since;
  let position = ring.after(since);
  for (; position < ring.next && events.length < query.limit; position += 1) {
    const entry = ring.at(position);
    if (!entry) break;
    since = entry.seq;
    if (query.matches(entry.topic)) events.push(read(position));
  }
  return { events, gaps: [], nextSince: since, more: position < ring.next, oldestSeq: ring.at(ring.first)?.seq };
}
