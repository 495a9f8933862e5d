import type { LogGap, LogPage, LogPageQuery, LogRecord } from '@ccu-gateway/event-stream';
import type { Connection } from '../database/driver/sqlite.js';
import { type StoredBlock, unpackBlock } from './event-blocks.js';

/** Contents of a log in numbers. */
export interface Total {
  readonly count: number;
  /** Of frame text. */
  readonly bytes: number;
}

/** The events of a log and its gaps, as they lie in its file. */
export interface EventTable {
  total(): Total;
  insert(block: StoredBlock): void;
  addGap(gap: LogGap): void;
  /** Drops the oldest events while there are more than that. Takes and returns the present totals. */
  trim(before: Total, limits: { readonly maxEvents: number; readonly maxBytes: number }): Total;
  /** 0 without any. */
  newestSeq(): number;
  /** The newest events that no gap separates from the newest one of all. */
  tail(limit: number): readonly LogRecord[];
  page(query: LogPageQuery): LogPage;
}

/** Of one page: long events make it end before its limit, since reading it is one piece of work. */
const PAGE_BYTES = 1024 * 1024;

type GapRow = { readonly after_seq: number; readonly before_seq: number };

export function createEventTable(db: Connection): EventTable {
  const { gapsBetween, newestGap, dropGaps, insertBlock, blocksAbove, blocksDown, oldestBlock, dropBlock, ...rows } =
    statements(db);
  const insertGap = addGapTo(db);

  return {
    total: () => rows.sum.get() ?? { count: 0, bytes: 0 },
    insert: (block) => void insertBlock.run(block),
    addGap: insertGap,
    trim(before, limits) {
      let { count, bytes } = before;
      while (count > limits.maxEvents || bytes > limits.maxBytes) {
        const oldest = oldestBlock.get();
        if (oldest === undefined) break;
        dropBlock.run(oldest.firstSeq);
        count -= oldest.count;
        bytes -= oldest.bytes;
      }
      if (count < before.count) dropGaps.run({ oldest: oldestBlock.get()?.firstSeq ?? 0 });
      return { count, bytes };
    },
    newestSeq: () => rows.newestSeq.get() ?? 0,
    tail(limit) {
      const floor = (newestGap.get()?.before_seq ?? 1) - 1;
      const tail: LogRecord[] = [];
      for (const block of blocksDown.iterate()) {
        if (tail.length >= limit || block.lastSeq <= floor) break;
        const records = unpackBlock(block);
        for (let index = records.length - 1; index >= 0 && tail.length < limit; index -= 1) {
          const record = records[index];
          if (record && record.seq > floor) tail.push(record);
        }
      }
      return tail.reverse();
    },
    page({ since, limit }) {
      const { records, more } = takePage(blocksAbove.iterate({ since }), since, limit);
      const end = more ? (records.at(-1)?.seq ?? since) : Number.MAX_SAFE_INTEGER;
      const gaps = gapsBetween
        .all({ since, end })
        .map((gap): LogGap => ({ after: gap.after_seq, before: gap.before_seq }));
      return { records, gaps, oldestSeq: oldestBlock.get()?.firstSeq, more };
    },
  };
}

/** Makes a function that notes a gap in this connection; a repeated note keeps the larger one. */
export function addGapTo(db: Connection): (gap: LogGap) => void {
  const insert = db.prepare<[number, number]>(
    'INSERT INTO event_gaps VALUES (?, ?) ON CONFLICT DO UPDATE SET before_seq = max(before_seq, excluded.before_seq)',
  );
  return ({ after, before }) => void insert.run(after, before);
}

/** The events above a number, as far as a page goes. */
function takePage(
  blocks: Iterable<StoredBlock>,
  since: number,
  limit: number,
): { readonly records: readonly LogRecord[]; readonly more: boolean } {
  const records: LogRecord[] = [];
  let bytes = 0;
  for (const block of blocks) {
    if (records.length === limit || bytes >= PAGE_BYTES) return { records, more: true };
    const above = unpackBlock(block).filter((record) => record.seq > since);
    const room = limit - records.length;
    for (const record of above.slice(0, room)) records.push(record);
    bytes += block.bytes;
    if (above.length > room) return { records, more: true };
  }
  return { records, more: false };
}

function statements(db: Connection) {
  // Gaps and blocks follow one another without overlapping, so entries above a number begin with the last one that
  // begins at or below it. The primary key finds that in a log of any length.
  const gapsBetween = db.prepare<{ since: number; end: number }, GapRow>(
    `SELECT * FROM event_gaps
     WHERE after_seq >= coalesce((SELECT max(after_seq) FROM event_gaps WHERE after_seq <= @since), 0)
       AND after_seq < @end AND before_seq - 1 > @since ORDER BY after_seq`,
  );
  const newestGap = db.prepare<[], GapRow>('SELECT * FROM event_gaps ORDER BY after_seq DESC LIMIT 1');
  const insertBlock = db.prepare(
    `INSERT INTO event_blocks (first_seq, last_seq, count, bytes, head, texts, packed)
     VALUES (@firstSeq, @lastSeq, @count, @bytes, @head, @texts, @packed)`,
  );
  const blocksAbove = db.prepare<{ since: number }, StoredBlock>(
    `SELECT first_seq AS firstSeq, last_seq AS lastSeq, count, bytes, head, texts, packed FROM event_blocks
     WHERE first_seq >= coalesce((SELECT max(first_seq) FROM event_blocks WHERE first_seq <= @since), 0)
       AND last_seq > @since ORDER BY first_seq`,
  );
  const blocksDown = db.prepare<[], StoredBlock>(
    `SELECT first_seq AS firstSeq, last_seq AS lastSeq, count, bytes, head, texts, packed FROM event_blocks
     ORDER BY first_seq DESC`,
  );
  const oldestBlock = db.prepare<[], { readonly firstSeq: number } & Total>(
    'SELECT first_seq AS firstSeq, count, bytes FROM event_blocks ORDER BY first_seq LIMIT 1',
  );
  const newestSeq = db.prepare<[], number>('SELECT max(last_seq) FROM event_blocks').pluck();
  const dropBlock = db.prepare<[number]>('DELETE FROM event_blocks WHERE first_seq = ?');
  // A gap begins before it ends: the first condition is there for the primary key.
  const dropGaps = db.prepare<{ oldest: number }>(
    'DELETE FROM event_gaps WHERE after_seq < @oldest AND before_seq <= @oldest',
  );
  const sum = db.prepare<[], Total>(
    'SELECT coalesce(sum(count), 0) AS count, coalesce(sum(bytes), 0) AS bytes FROM event_blocks',
  );
  return {
    gapsBetween,
    newestGap,
    insertBlock,
    blocksAbove,
    blocksDown,
    oldestBlock,
    newestSeq,
    dropBlock,
    dropGaps,
    sum,
  };
}
