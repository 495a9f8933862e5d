import type { SharedLog, SharedPage, SharedRecord } from '../model/shared-log.js';
import { createTopicTable } from '../topic/table.js';
import { matcherFor } from './query.js';

const scanRecords = 512;
const knownTopics = 16_384;

/** True when a record is of one of the topics. */
export type RecordFilter = (record: Pick<SharedRecord, 'topic' | 'segments' | 'hidden'>) => boolean;

/**
 * Patterns as a question to records, of which hidden ones match none. Throws `InvalidQueryError` for a pattern that no client may give.
 *
 * @example
 * const matches = recordFilter(['device.*']);
 */
export function recordFilter(topics?: readonly string[]): RecordFilter {
  if (topics === undefined) return () => true;
  const matches = matcherFor(topics);
  const table = createTopicTable(knownTopics);
  return ({ topic, segments, hidden }) => hidden !== true && matches(table.get(segments ?? topic));
}

/**
 * The newest record of each key, by reading all pages once: for a log without an index of keys.
 *
 * @example
 * const newest = await newestByScan(log, ['device.*']);
 */
export async function newestByScan(
  log: Pick<SharedLog, 'page'>,
  topics?: readonly string[],
): Promise<readonly SharedRecord[]> {
  const newest = new Map<string, SharedRecord>();
  let page: SharedPage | undefined;
  do {
    page = await log.page({ since: page?.nextSince ?? 0, limit: scanRecords, topics });
    for (const record of page.records) if (record.key !== undefined) newest.set(record.key, record);
  } while (page.more);
  return [...newest.values()].sort((one, other) => one.seq - other.seq);
}
