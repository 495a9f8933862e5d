import type {
  EventLog as EventLogPort,
  LogBatch,
  LogGap,
  LogLife,
  LogPage,
  LogPageQuery,
  LogRecord,
} from '@ccu-gateway/event-stream';
import { type Connection, guarded } from './connection.js';
import { isTransientStorageError, toStorageError } from './errors.js';
import { compressBlock, packBlocks, type StoredBlock, unpackBlock } from './event-blocks.js';
import { createEventNumbers } from './event-numbers.js';

/** Bounds of the event log. When it exceeds one, the oldest events are dropped. */
export interface EventLogLimits {
  /** 0 keeps none. */
  readonly maxEvents: number;
  /** Bytes of frame text, before it is compressed. */
  readonly maxBytes: number;
}

/**
 * The event log on disk, as the event stream writes and reads it. Every call rejects with a `StorageError` when the
 * database refuses.
 */
export interface EventLog extends EventLogPort {
  /** Other bounds from now on; what is above them is dropped at once, or with the next write while another process writes. */
  limit(limits: EventLogLimits): Promise<void>;
}

/** Of one page: long events make it end before its limit, since reading it is one piece of work. */
const PAGE_BYTES = 1024 * 1024;

type GapRow = { readonly after_seq: number; readonly before_seq: number };
type Total = { readonly count: number; readonly bytes: number };

/**
 * Events on disk. What numbers may have been handed out is written through `durable`, so that not even a power cut makes
 * a number come twice; the events themselves go through `fast`, which a crash of the program cannot hurt.
 */
export function createEventLog(durable: Connection, fast: Connection, initial: EventLogLimits): EventLog {
  let limits = initial;
  const numbers = createEventNumbers(durable);
  const addGap = (db: Connection) =>
    db.prepare<[number, number]>(
      'INSERT INTO event_gaps VALUES (?, ?) ON CONFLICT DO UPDATE SET before_seq = max(before_seq, excluded.before_seq)',
    );
  const addGapDurable = addGap(durable);
  const addGapFast = addGap(fast);
  // Gaps and blocks follow one another without overlapping, so what lies above a number begins with the last one that
  // begins at or below it: the primary key finds that, however long the log is.
  const gapsBetween = fast.prepare<{ since: number; end: number }, GapRow>(
    `SELECT * FROM event_gaps
     WHERE after_seq >= coalesce((SELECT max(after_seq) FROM event_gaps WHERE after_seq <= @since), 0)
       AND after_seq < @end AND before_seq - 1 > @since ORDER BY after_seq`,
  );
  const newestGap = fast.prepare<[], GapRow>('SELECT * FROM event_gaps ORDER BY after_seq DESC LIMIT 1');
  const insertBlock = fast.prepare(
    `INSERT INTO event_blocks (first_seq, last_seq, count, bytes, head, texts, packed)
     VALUES (@firstSeq, @lastSeq, @count, @bytes, @head, @texts, @packed)`,
  );
  const blocksAbove = fast.prepare<{ since: number }, StoredBlock>(
    `SELECT first_seq AS firstSeq, last_seq AS lastSeq, count, bytes, head, texts, packed FROM event_blocks
     WHERE first_seq >= coalesce((SELECT max(first_seq) FROM event_blocks WHERE first_seq <= @since), 0)
       AND last_seq > @since ORDER BY first_seq`,
  );
  const blocksDown = fast.prepare<[], StoredBlock>(
    `SELECT first_seq AS firstSeq, last_seq AS lastSeq, count, bytes, head, texts, packed FROM event_blocks
     ORDER BY first_seq DESC`,
  );
  const oldestBlock = fast.prepare<[], { readonly firstSeq: number } & Total>(
    'SELECT first_seq AS firstSeq, count, bytes FROM event_blocks ORDER BY first_seq LIMIT 1',
  );
  const newestSeq = fast.prepare<[], number>('SELECT max(last_seq) FROM event_blocks').pluck();
  const dropBlock = fast.prepare<[number]>('DELETE FROM event_blocks WHERE first_seq = ?');
  // A gap begins before it ends: the first condition is there for the primary key.
  const dropGaps = fast.prepare<{ oldest: number }>(
    'DELETE FROM event_gaps WHERE after_seq < @oldest AND before_seq <= @oldest',
  );
  const sum = fast.prepare<[], Total>(
    'SELECT coalesce(sum(count), 0) AS count, coalesce(sum(bytes), 0) AS bytes FROM event_blocks',
  );

  let total: Total = { count: 0, bytes: 0 };

  const trim = (before: Total): Total => {
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
  };

  const append = fast.transaction((blocks: readonly StoredBlock[], gap: LogGap | undefined): Total => {
    if (gap) addGapFast.run(gap.after, gap.before);
    let { count, bytes } = total;
    for (const block of blocks) {
      insertBlock.run(block);
      count += block.count;
      bytes += block.bytes;
    }
    return trim({ count, bytes });
  });

  /** All of it or nothing, and one commit, however many blocks are too many. */
  const shrink = fast.transaction((before: Total) => trim(before));

  const shrinkOrWait = () => {
    if (total.count <= limits.maxEvents && total.bytes <= limits.maxBytes) return;
    try {
      total = shrink.immediate(total);
    } catch (error) {
      // Every write drops what is too much.
      if (!isTransientStorageError(toStorageError(error))) throw error;
    }
  };

  const begin = durable.transaction(({ epoch, seq, reservedSeq, gap }: LogLife) => {
    numbers.begin({ epoch, seq, reservedSeq });
    if (gap) addGapDurable.run(gap.after, gap.before);
  });

  const tailAfterNewestGap = (limit: number): readonly LogRecord[] => {
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
  };

  const page = ({ since, limit }: LogPageQuery): LogPage => {
    const records: LogRecord[] = [];
    let more = false;
    let bytes = 0;
    for (const block of blocksAbove.iterate({ since })) {
      more = records.length === limit || bytes >= PAGE_BYTES;
      if (more) break;
      const above = unpackBlock(block).filter((record) => record.seq > since);
      const room = limit - records.length;
      for (const record of above.slice(0, room)) records.push(record);
      bytes += block.bytes;
      more = above.length > room;
      if (more) break;
    }
    const end = more ? (records.at(-1)?.seq ?? since) : Number.MAX_SAFE_INTEGER;
    const gaps = gapsBetween
      .all({ since, end })
      .map((gap): LogGap => ({ after: gap.after_seq, before: gap.before_seq }));
    return { records, gaps, oldestSeq: oldestBlock.get()?.firstSeq, more };
  };

  return {
    open: guarded(({ tail }) => {
      total = sum.get() ?? total;
      shrinkOrWait();
      const last = numbers.last();
      return {
        lastSeq: Math.max(newestSeq.get() ?? 0, last?.seq ?? 0),
        reservedSeq: last?.reserved_seq ?? 0,
        clean: last === undefined || last.clean === 1,
        ...(last && { epoch: last.epoch }),
        tail: tailAfterNewestGap(tail),
      };
    }),
    begin: guarded((next) => begin.immediate(next)),
    async append({ records, gap }: LogBatch) {
      try {
        const blocks = await Promise.all(packBlocks(records, limits).map(compressBlock));
        total = append.immediate(blocks, gap);
      } catch (error) {
        throw toStorageError(error);
      }
    },
    reserve: guarded(numbers.reserve),
    page: guarded(page),
    limit: guarded((wanted) => {
      limits = wanted;
      shrinkOrWait();
    }),
    close: guarded(({ clean, seq }) => numbers.end(seq, clean)),
  };
}
