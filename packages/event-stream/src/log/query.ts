import { createPatternSet } from '../delivery/groups.js';
import type { Ring } from '../delivery/ring.js';
import { InvalidQueryError } from '../errors.js';
import type { StreamEvent } from '../event.js';
import { isCursor, readTopics } from '../session/inbound.js';
import type { LogQuery, LogResult } from '../stream.js';
import { compilePattern } from '../topic/pattern.js';
import type { TopicRecord } from '../topic/table.js';
import type { EventLog, LogGap, LogPage } from './port.js';

type Matches = (topic: TopicRecord) => boolean;

export interface CheckedQuery {
  readonly since: number;
  readonly limit: number;
  readonly matches: Matches;
}

export type LogSlice = Pick<LogResult, 'events' | 'gaps' | 'nextSince' | 'more'> & { readonly oldestSeq?: number };

/** How many records one call looks at, so that a rare topic in a long log does not take all day. */
const scanRecords = 10_000;

export function checkQuery(query: LogQuery): CheckedQuery {
  const { since = 0, limit = 100, topics } = query;
  if (!isCursor(since)) throw new InvalidQueryError('since must be an integer from 0 to 2^53 - 1');
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new InvalidQueryError('limit must be 1 to 1000');
  return { since, limit, matches: topics ? matcherFor(topics) : () => true };
}

/** Patterns of an in-process consumer, under the same limits as those of a client. */
export function matcherFor(topics: readonly string[]): Matches {
  const checked = readTopics(topics);
  if (typeof checked === 'string') throw new InvalidQueryError(checked);
  return createPatternSet(checked.filter((topic) => topic !== '').map(compilePattern)).matches;
}

export async function queryLog(
  log: EventLog,
  query: CheckedQuery,
  topicOf: (topic: string | readonly string[]) => TopicRecord,
): Promise<LogSlice> {
  const events: StreamEvent[] = [];
  const gaps: LogGap[] = [];
  let since = query.since;
  let page: LogPage | undefined;
  for (let scanned = 0; scanned < scanRecords && events.length < query.limit; scanned += page.records.length) {
    page = await log.page({ since, limit: query.limit });
    for (const record of page.records) {
      if (events.length === query.limit) break;
      since = record.seq;
      if (query.matches(topicOf(record.segments ?? record.topic))) events.push(JSON.parse(record.text) as StreamEvent);
    }
    const upTo = since;
    const complete = !page.more && upTo === (page.records.at(-1)?.seq ?? upTo);
    gaps.push(...page.gaps.filter((gap) => (complete || gap.after < upTo) && !gaps.some((g) => g.after === gap.after)));
    if (complete) return { events, gaps, nextSince: since, more: false, oldestSeq: page.oldestSeq };
  }
  return { events, gaps, nextSince: since, more: true, oldestSeq: page?.oldestSeq };
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
