import type { EventLog, LogGap, LogRecord } from '../model/event-log.js';
import type { SharedLog, SharedPage, SharedRecord } from '../model/shared-log.js';
import { numbered } from './envelope.js';

/** A record as it went to the clients. */
export function recordOf({ seq, topic, segments, text, key }: SharedRecord): LogRecord {
  return { seq, topic, text: numbered(text, seq), ...(segments && { segments }), ...(key !== undefined && { key }) };
}

/** True when the text is one that a publisher writes; any client with access to the log could have written another. */
export function isWhole({ text, hidden }: SharedRecord): boolean {
  if (hidden) return true;
  if (!text.startsWith('{"kind":"')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The log as readers of an owned one know it: without hidden records, and with a gap where a source reports a loss. The
 * record with that report counts as missing too: lost events have no number of their own.
 */
export function pagesOf(log: Pick<SharedLog, 'page' | 'state'>): Pick<EventLog, 'page'> {
  return {
    async page({ since, limit }) {
      const { oldestSeq, lastSeq } = await log.state();
      const gaps: LogGap[] = [];
      const records: LogRecord[] = [];
      let page: SharedPage;
      let at = since;
      do {
        page = await log.page({ since: at, limit });
        // Dropped since the state was asked for.
        if (page.trimmed && page.trimmed.before > oldestSeq) gaps.push({ after: at, before: page.trimmed.before });
        at = page.nextSince;
        for (const record of page.records) {
          const isReadable = record.lost === undefined && isWhole(record);
          if (!isReadable) gaps.push({ after: record.seq - 1, before: record.seq + 1 });
          else if (!record.hidden) records.push(recordOf(record));
        }
        // A page without an event would look like an end, or like no progress.
      } while (records.length === 0 && page.more);
      return { records, gaps, more: page.more, ...(oldestSeq <= lastSeq && { oldestSeq }) };
    },
  };
}
