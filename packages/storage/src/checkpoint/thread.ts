import { Worker } from 'node:worker_threads';
import { JOURNAL_BYTES } from '../database/connection.js';
import { driverPackage } from '../database/driver/better-driver.js';
import { NODE_MODULE } from '../database/driver/node-driver.js';
import type { SqliteDriverName } from '../database/driver/sqlite.js';

/** Beside this file in the sources, and beside the one file that a build makes of them. */
const PROGRAM = new URL('./checkpoint-worker.js', import.meta.url);
const [ASKED, WORKING, CANCELLED] = [0, 1, 3];
/** With the rest of a stop well below the five seconds that it may take. */
const END_WITHIN_MS = 1_500;

export interface CheckpointRun {
  /** Code of the database's refusal. Rejects when there is no thread. */
  readonly done: Promise<{ readonly failure?: string }>;
  /** Returns when the thread has closed the database, or will not open it any more. */
  end(): void;
}

const moduleOf = (driver: SqliteDriverName) => (driver === 'node' ? NODE_MODULE : driverPackage());

/** One checkpoint of a file, in a thread that ends with it. */
export function checkpointInThread(
  file: string,
  truncateAtPages: number,
  driver: SqliteDriverName = 'better-sqlite3',
  journalBytes: number = JOURNAL_BYTES,
): CheckpointRun {
  const stage = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(PROGRAM, {
    workerData: { file, stage, truncateAtPages, journalBytes, module: moduleOf(driver) },
    // Preloaded modules of this process are not meant for a thread with SQLite only. Node 22 warns of its own SQLite.
    execArgv: driver === 'node' ? ['--disable-warning=ExperimentalWarning'] : [],
  });
  worker.unref();
  const done = new Promise<{ readonly failure?: string }>((resolve, reject) => {
    worker.once('message', resolve);
    worker.on('error', reject);
    worker.once('messageerror', reject);
    worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
  });
  return {
    done,
    end() {
      if (Atomics.compareExchange(stage, 0, ASKED, CANCELLED) === WORKING) {
        Atomics.wait(stage, 0, WORKING, END_WITHIN_MS);
      }
    },
  };
}
