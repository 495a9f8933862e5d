// Works on the journals of the gateway from a process of its own, whose bytes are counted apart: `take` does what a checkpoint
// of the gateway does, `fill` lets the journals grow until the gateway makes its own.
import { join } from 'node:path';
import Database from '../../../../packages/storage/test/driver.cjs';

/** As many as the gateway waits for, and some more. */
const FILL_BYTES = 17 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

const open = ['ccu-gateway.db', 'events.db', 'history.db'].map((name) => {
  const db = new Database(join(process.argv[2], name), { timeout: 5_000 });
  db.pragma('wal_autocheckpoint = 0');
  db.pragma('synchronous = NORMAL');
  return db;
});

function take() {
  for (const db of open) db.pragma('wal_checkpoint(PASSIVE)');
}

/** In short transactions: the gateway writes meanwhile. */
function fill() {
  for (const db of open) {
    db.exec('CREATE TABLE IF NOT EXISTS bench_filler (bytes BLOB)');
    const insert = db.prepare('INSERT INTO bench_filler VALUES (randomblob(?))');
    for (let bytes = 0; bytes < FILL_BYTES; bytes += CHUNK_BYTES) insert.run(CHUNK_BYTES);
  }
}

process.on('message', (what) => {
  if (what === 'take') take();
  else fill();
  process.send(what);
});
process.once('disconnect', () => {
  for (const db of open) db.close();
});
process.send('ready');
