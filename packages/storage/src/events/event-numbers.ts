import type { EventLog, LogLife, LogState } from '@ccu-gateway/event-stream';
import { isTransientStorageError, toStorageError } from '../database/driver/errors.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { StorageLogger } from '../database/ports.js';

type Life = { readonly epoch: string; readonly seq: number; readonly reserved_seq: number; readonly clean: number };

/** The note, in the database, of event numbers that may have been handed out. */
export interface EventNumbers {
  last(): Life | undefined;
  begin(life: LogLife): void;
  reserve(seq: number): void;
  end(seq: number, clean: boolean): void;
}

/** The same table in both files; `db` must wait for the disk. */
export function createEventNumbers(db: Connection): EventNumbers {
  const last = db.prepare<[], Life>('SELECT * FROM event_life');
  const begin = db.prepare(
    `INSERT INTO event_life VALUES (1, @epoch, @seq, @reservedSeq, 0) ON CONFLICT DO UPDATE
     SET epoch = @epoch, seq = max(seq, @seq), reserved_seq = max(reserved_seq, @reservedSeq), clean = 0`,
  );
  const reserve = db.prepare<[number]>('UPDATE event_life SET reserved_seq = max(reserved_seq, ?)');
  const end = db.prepare<[number, number]>('UPDATE event_life SET seq = max(seq, ?), clean = ?');
  return {
    last: () => last.get(),
    begin: ({ epoch, seq, reservedSeq }) => void begin.run({ epoch, seq, reservedSeq }),
    reserve: (seq) => void reserve.run(seq),
    end: (seq, clean) => void end.run(seq, clean ? 1 : 0),
  };
}

/**
 * A log that may be lost, or exchanged for an older copy, without a number coming twice: each life is noted in the
 * database as well, and a log that does not agree with the note does not count as closed cleanly. The note is written
 * first and the log closed first, so that a kill in between leaves them apart.
 */
export function withNumbers(log: EventLog, numbers: EventNumbers, logger: StorageLogger): EventLog {
  /** The log waits for the disk itself: a note that cannot be written must not stop it. */
  const note = (write: () => void) => {
    try {
      write();
    } catch (error) {
      const { code, message: reason } = toStorageError(error);
      logger.warn('storage.numbers.unwritten', { code, reason });
    }
  };
  return {
    ...log,
    async open(options) {
      return reconcile(await log.open(options), numbers.last());
    },
    async begin(life) {
      note(() => numbers.begin(life));
      await log.begin(life);
    },
    async reserve(seq) {
      try {
        numbers.reserve(seq);
      } catch (error) {
        // Tried again in a moment, both of them.
        if (isTransientStorageError(toStorageError(error))) throw error;
        note(() => {
          throw error;
        });
      }
      await log.reserve(seq);
    },
    async close(end) {
      await log.close(end);
      note(() => numbers.end(end.seq, end.clean));
    },
  };
}

function reconcile(state: LogState, noted: Life | undefined): LogState {
  if (noted === undefined) return state;
  const same =
    state.epoch === noted.epoch &&
    state.reservedSeq === noted.reserved_seq &&
    state.lastSeq === noted.seq &&
    noted.clean === 1;
  // A life that the database knows nothing of: it was out of reach then, and the log is the newer of the two.
  if (same || state.reservedSeq > noted.reserved_seq) return state;
  return {
    ...state,
    epoch: state.epoch ?? noted.epoch,
    lastSeq: Math.max(state.lastSeq, noted.seq),
    reservedSeq: noted.reserved_seq,
    clean: false,
  };
}
