// Runs in a thread of its own: takes a journal into its database while the program goes on. Plain JavaScript, so that Node
// loads the same file from the sources and from a build.
import { parentPort, workerData } from 'node:worker_threads';

const [ASKED, WORKING, DONE] = [0, 1, 2];
const WAIT_MS = 250;
const BUSY = 5;
const { file, stage, truncateAtPages } = workerData;
const { default: Database, DatabaseSync } = await import(workerData.module);

/** The file with the SQLite of Node, or with the native binding. */
function open() {
  if (DatabaseSync === undefined) return new Database(file, { timeout: WAIT_MS, fileMustExist: true });
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA busy_timeout = ${WAIT_MS}`);
  return {
    pragma(source, { simple = false } = {}) {
      const rows = db.prepare(`PRAGMA ${source}`).all();
      return simple ? Object.values(rows[0] ?? {})[0] : rows;
    },
    close: () => db.close(),
  };
}

function checkpoint(db) {
  const [passive] = db.pragma('wal_checkpoint(PASSIVE)');
  // Under constant writes, or beside a reader, the journal is never taken whole, and goes on growing. Only what was
  // written since the line above is left to be done while writers are kept out.
  if (passive.log >= truncateAtPages) db.pragma('wal_checkpoint(TRUNCATE)');
  // The first write after a whole checkpoint starts the journal anew and waits for the disk: this thread can.
  db.pragma(`application_id = ${db.pragma('application_id', { simple: true })}`);
}

if (Atomics.compareExchange(stage, 0, ASKED, WORKING) === ASKED) {
  let failure;
  try {
    const db = open();
    try {
      db.pragma('synchronous = NORMAL');
      db.pragma('wal_autocheckpoint = 0');
      db.pragma(`journal_size_limit = ${workerData.journalBytes}`);
      checkpoint(db);
    } finally {
      db.close();
    }
  } catch (error) {
    // Another program is writing: the next writer starts the journal anew.
    if (error?.code !== 'SQLITE_BUSY' && error?.errcode !== BUSY)
      failure = String(error?.errstr ?? error?.code ?? error);
  }
  Atomics.store(stage, 0, DONE);
  Atomics.notify(stage, 0);
  parentPort.postMessage({ failure });
}
