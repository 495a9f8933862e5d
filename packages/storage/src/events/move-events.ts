import type { Connection } from '../database/driver/sqlite.js';
import type { StorageLogger } from '../database/ports.js';

/**
 * Copies the events out of a database of the first schema, where they shared the file, into the file of the event log.
 * All of it is on the disk before the schema of the database goes on and drops the originals; repeated after an
 * interruption it adds nothing twice.
 */
export function moveEvents(db: Connection, eventFile: string, log: StorageLogger): void {
  db.prepare('ATTACH ? AS log').run(eventFile);
  try {
    db.pragma('log.synchronous = FULL');
    const move = db.transaction(() => {
      const { changes } = db
        .prepare(`INSERT OR IGNORE INTO log.event_blocks (first_seq, last_seq, count, bytes, head, texts)
           SELECT first_seq, last_seq, count, bytes, head, texts FROM main.event_blocks`)
        .run();
      db.exec(`
        INSERT OR IGNORE INTO log.event_gaps SELECT * FROM main.event_gaps;
        INSERT INTO log.event_life SELECT * FROM main.event_life WHERE true ON CONFLICT DO UPDATE
          SET epoch = excluded.epoch, seq = max(seq, excluded.seq),
            reserved_seq = max(reserved_seq, excluded.reserved_seq), clean = min(clean, excluded.clean);
      `);
      return changes;
    });
    log.info('storage.events.moved', { blocks: move.immediate(), to: eventFile });
  } finally {
    db.exec('DETACH log');
  }
}
