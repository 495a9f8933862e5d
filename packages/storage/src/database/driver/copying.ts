import { readFileSync } from 'node:fs';

/** Pages that are copied before the program goes on: 256 KiB, which a slow disk takes some milliseconds for. */
export const COPIED_PAGES = 64;

/**
 * A connection that has begun to read sees the file as it is now until it ends, and so does a copy that is made over it: without
 * it, each write of another connection would make the copy begin anew.
 */
export const HOLD_STILL = 'BEGIN; SELECT count(*) FROM sqlite_schema;';

/** Header bytes with the journal mode: 2 for WAL, 1 for the rollback journal that a copy elsewhere can use. */
const JOURNAL_BYTES = [18, 19] as const;

/** The bytes of a database as of one that needs no file beside it. */
export function withoutJournal(file: string): Buffer {
  const bytes = readFileSync(file);
  for (const at of JOURNAL_BYTES) bytes[at] = 1;
  return bytes;
}
