import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { connect } from './connection.js';
import type { SqliteDriver } from './driver/sqlite.js';
import { createPrivate } from './files.js';
import { migrate } from './migrations.js';

/**
 * Creates a database of this schema if there is none. It appears under its name whole or not at all: an empty file of
 * that name is never an unfinished database, but one that has lost its contents.
 */
export async function createDatabase(
  file: string,
  schema: readonly string[],
  options: { readonly pageBytes?: number; readonly sqlite?: SqliteDriver | undefined } = {},
): Promise<void> {
  const folder = dirname(file);
  const workshop = mkdtempSync(join(folder, `.new-${basename(file)}-`));
  try {
    const made = join(workshop, basename(file));
    createPrivate(made, folder);
    // It waits for the disk once, when it is closed.
    const db = await connect(made, { durability: 'normal', busyTimeoutMs: 0, ...options });
    try {
      migrate(db, 'always', schema);
    } finally {
      db.close();
    }
    putInPlace(made, file);
    syncDirectory(folder);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/** Removes leftovers of a process that was killed while it made the file, which exists now. */
export function removeLeftovers(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`.new-${basename(file)}-`)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Never replaces a file: when another program was first, its database counts. */
function putInPlace(made: string, file: string): void {
  try {
    linkSync(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    // A file system without hard links.
    if (!existsSync(file)) renameSync(made, file);
  }
}

/** A name that a power cut takes away again would look like a database that was never made. */
export function syncDirectory(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } catch {
    // Not every file system can; those keep names in their own order.
  } finally {
    closeSync(descriptor);
  }
}
