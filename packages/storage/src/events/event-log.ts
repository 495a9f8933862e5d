import type { EventLog as EventLogPort, LogBatch, LogGap, LogLife } from '@ccu-gateway/event-stream';
import { guarded } from '../database/connection.js';
import { isTransientStorageError, toStorageError } from '../database/driver/errors.js';
import type { Connection } from '../database/driver/sqlite.js';
import { compressBlock, packBlocks, type StoredBlock } from './event-blocks.js';
import { createEventNumbers } from './event-numbers.js';
import { addGapTo, createEventTable, type Total } from './event-table.js';

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
  /**
   * Other bounds from now on; events beyond them are dropped at once, or with the next write while another process
   * writes.
   */
  limit(limits: EventLogLimits): Promise<void>;
}

/**
 * Events on disk. Numbers that may have been handed out are written through `durable`, so that not even a power cut
 * makes a number come twice; the events themselves go through `fast`, which a crash of the program cannot hurt.
 */
export function createEventLog(durable: Connection, fast: Connection, initial: EventLogLimits): EventLog {
  let limits = initial;
  const numbers = createEventNumbers(durable);
  const table = createEventTable(fast);
  const addGapDurable = addGapTo(durable);
  let total: Total = { count: 0, bytes: 0 };

  const append = fast.transaction((blocks: readonly StoredBlock[], gap: LogGap | undefined): Total => {
    if (gap) table.addGap(gap);
    let { count, bytes } = total;
    for (const block of blocks) {
      table.insert(block);
      count += block.count;
      bytes += block.bytes;
    }
    return table.trim({ count, bytes }, limits);
  });

  /** All of it or nothing, and one commit, however many blocks are too many. */
  const shrink = fast.transaction((before: Total) => table.trim(before, limits));

  const shrinkOrWait = () => {
    if (total.count <= limits.maxEvents && total.bytes <= limits.maxBytes) return;
    try {
      total = shrink.immediate(total);
    } catch (error) {
      // Every write drops events beyond the bounds.
      if (!isTransientStorageError(toStorageError(error))) throw error;
    }
  };

  const begin = durable.transaction(({ epoch, seq, reservedSeq, gap }: LogLife) => {
    numbers.begin({ epoch, seq, reservedSeq });
    if (gap) addGapDurable(gap);
  });

  return {
    open: guarded(({ tail }) => {
      total = table.total();
      shrinkOrWait();
      const last = numbers.last();
      return {
        lastSeq: Math.max(table.newestSeq(), last?.seq ?? 0),
        reservedSeq: last?.reserved_seq ?? 0,
        clean: last === undefined || last.clean === 1,
        ...(last && { epoch: last.epoch }),
        tail: table.tail(tail),
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
    page: guarded(table.page),
    limit: guarded((wanted) => {
      limits = wanted;
      shrinkOrWait();
    }),
    close: guarded(({ clean, seq }) => numbers.end(seq, clean)),
  };
}
