import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { guarded } from './connection.js';
import { syncDirectory } from './create.js';
import type { Connection } from './driver/sqlite.js';
import { createPrivate } from './files.js';
import type { StorageLogger } from './ports.js';

/**
 * Copies the database as it is before its schema changes, to `<file>.before-schema-<to>`. The copy appears under that name
 * when it is whole and on the disk; copies of earlier changes are deleted then.
 * @throws StorageError, and nothing has changed, when there is no room for it
 */
export const copyBefore: (db: Connection, to: number, log: StorageLogger) => Promise<void> = guarded((db, to, log) => {
  const folder = dirname(db.name);
  const prefix = `${basename(db.name)}.before-schema-`;
  const copy = join(folder, `${prefix}${to}`);
  const unfinished = `${copy}.part`;
  // Of an update that was killed. Its journal would be taken for that of the next copy.
  for (const left of [unfinished, `${unfinished}-journal`]) rmSync(left, { force: true });
  try {
    createPrivate(unfinished, folder);
    db.prepare('VACUUM INTO ?').run(unfinished);
    const descriptor = openSync(unfinished, 'r+');
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  syncDirectory(folder);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix) && name !== basename(copy)) rmSync(join(folder, name), { force: true });
  }
  log.info('storage.copied', { from: db.name, to: copy });
});
