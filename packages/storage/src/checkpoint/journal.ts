import { statSync } from 'node:fs';
import type { Connection } from '../database/driver/sqlite.js';

/** State of a file's journal. */
export interface Journal {
  /** Pages in it that wait for a checkpoint; `pages` counts those too that were taken over already. */
  look(): { readonly pages: number; readonly waiting: number };
}

/** From this version on, reading the state of the journal makes no checkpoint. */
const LOOKS_SINCE = [3, 51] as const;

/**
 * The state of a journal is read in shared memory; with an older SQLite its file shows the most that was ever in it at
 * once.
 */
export function journalOf(db: Connection): Journal {
  const version = String(db.prepare('SELECT sqlite_version()').pluck().get()).split('.').map(Number);
  const [major = 0, minor = 0] = version;
  const canLook = major > LOOKS_SINCE[0] || (major === LOOKS_SINCE[0] && minor >= LOOKS_SINCE[1]);
  return canLook ? inMemory(db) : byFile(db);
}

function inMemory(db: Connection): Journal {
  return {
    look() {
      // The columns of this pragma; no row where the file has no journal.
      const [row] = db.pragma('wal_checkpoint(NOOP)') as readonly {
        readonly log: number;
        readonly checkpointed: number;
      }[];
      return row === undefined ? { pages: 0, waiting: 0 } : { pages: row.log, waiting: row.log - row.checkpointed };
    },
  };
}

function byFile(db: Connection): Journal {
  const pageBytes = Number(db.pragma('page_size', { simple: true }));
  let seenAt = 0;
  return {
    look() {
      const found = statSync(`${db.name}-wal`, { throwIfNoEntry: false });
      const pages = Math.floor((found?.size ?? 0) / pageBytes);
      const isNew = found !== undefined && found.mtimeMs !== seenAt;
      seenAt = found?.mtimeMs ?? 0;
      return { pages, waiting: isNew ? pages : 0 };
    },
  };
}
