import { readFileSync } from 'node:fs';

/** Header bytes with the journal mode: 2 for WAL, 1 for the rollback journal that a copy elsewhere can use. */
const JOURNAL_BYTES = [18, 19] as const;

/** The bytes of a database as of one that needs no file beside it. */
export function withoutJournal(file: string): Buffer {
  const bytes = readFileSync(file);
  for (const at of JOURNAL_BYTES) bytes[at] = 1;
  return bytes;
}
