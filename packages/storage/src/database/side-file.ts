import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { connectWhole } from './connect-whole.js';
import { createDatabase, removeLeftovers } from './create.js';
import { toUnavailable } from './driver/errors.js';
import type { Connection, SqliteDriver } from './driver/sqlite.js';
import { COMPANIONS } from './files.js';
import { checkVersion } from './migrations.js';
import type { StorageClock, StorageLogger } from './ports.js';

/** A disk that goes on breaking files must not be filled with them. */
const KEEP_DAMAGED = 2;

/** A file beside the database, for data that is less important than later data. */
export interface SideFile {
  readonly name: string;
  /** The steps of its schema. */
  readonly schema: readonly string[];
  /** Begins the names of the events in the log, for example `storage.events`. */
  readonly logged: string;
}

export interface OpenSideFile {
  readonly durable: Connection;
  /** Path of the damaged file that was here before. */
  readonly setAside?: string;
}

/**
 * Every write takes whole pages, and a quiet installation produces about one kilobyte in ten seconds: a block, the page
 * that points to it and the first page of the file. Four times the usual number of pages in a large block costs far
 * less.
 */
const PAGE_BYTES = 1024;

/**
 * Opens such a file, creating it when missing. A damaged one is set aside and replaced by an empty one: data of the
 * past is less important than later data.
 * @throws StorageError
 */
export async function openSideFile(
  dataDir: string,
  { name, schema, logged }: SideFile,
  options: {
    readonly busyTimeoutMs: number;
    readonly clock: StorageClock;
    readonly log: StorageLogger;
    readonly sqlite?: SqliteDriver | undefined;
  },
): Promise<OpenSideFile> {
  const file = join(dataDir, name);
  try {
    removeLeftovers(file);
    let setAside: string | undefined;
    if (existsSync(file) || COMPANIONS.some((suffix) => existsSync(file + suffix))) {
      try {
        const durable = await connectWhole(file, options);
        checkSchema(durable, schema);
        return { durable };
      } catch (error) {
        const reason = toUnavailable(error);
        if (!reason.damaged) throw reason;
        setAside = putAside(file, options.clock.now());
        options.log.error(`${logged}.set_aside`, { reason: reason.message, file, to: setAside });
      }
    }
    await createDatabase(file, schema, { pageBytes: PAGE_BYTES, sqlite: options.sqlite });
    const durable = await connectWhole(file, options);
    return { durable, ...(setAside !== undefined && { setAside }) };
  } catch (error) {
    throw toUnavailable(error);
  }
}

function checkSchema(db: Connection, schema: readonly string[]): void {
  try {
    checkVersion(db, 'always', schema);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The journal first: left behind alone, it would be taken for the journal of the next file of that name. */
function putAside(file: string, at: number): string {
  const folder = dirname(file);
  const prefix = `${basename(file)}.damaged-`;
  const stamp = new Date(at).toISOString().replace(/\D/g, '').slice(0, 17);
  let to = join(folder, prefix + stamp);
  for (let count = 2; existsSync(to); count += 1) to = join(folder, `${prefix}${stamp}-${count}`);
  for (const suffix of [...COMPANIONS, '']) if (existsSync(file + suffix)) renameSync(file + suffix, to + suffix);
  const old = readdirSync(folder).filter(
    (name) => name.startsWith(prefix) && !COMPANIONS.some((s) => name.endsWith(s)),
  );
  for (const name of old.sort().slice(0, -KEEP_DAMAGED)) {
    for (const suffix of [...COMPANIONS, '']) rmSync(join(folder, name + suffix), { force: true });
  }
  return to;
}
