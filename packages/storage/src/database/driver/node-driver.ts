import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { COPIED_PAGES, HOLD_STILL, withoutJournal } from './copying.js';
import type { Changes, Connection, OpenOptions, SqliteDriver, Statement, Transaction } from './sqlite.js';
import { sqliteCode } from './sqlite-codes.js';

/** The used part of `node:sqlite`; the types of the oldest supported Node lack it. */
interface Sqlite {
  readonly DatabaseSync: new (location: string, options?: { readonly readOnly?: boolean }) => DatabaseSync;
  /** From Node 22.16 on. */
  readonly backup?: (from: DatabaseSync, to: string, options: { readonly rate: number }) => Promise<unknown>;
}
interface DatabaseSync {
  exec(source: string): void;
  prepare(source: string): StatementSync;
  close(): void;
}
interface StatementSync {
  run(...parameters: readonly unknown[]): { readonly changes: number | bigint };
  get(...parameters: readonly unknown[]): object | undefined;
  all(...parameters: readonly unknown[]): object[];
  iterate(...parameters: readonly unknown[]): Iterator<object>;
}

/** A name that no bundler resolves: they would look for a package of this name. */
export const NODE_MODULE: string = 'node:sqlite';

/** The module without its warning: Node 22 calls it experimental, which a user of the gateway can do nothing about. */
function loadQuietly(): Sqlite | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule(NODE_MODULE) as Sqlite | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** SQLite as Node brings it. Rejects where this Node does not, as those before 22.13. */
export async function loadNodeDriver(): Promise<SqliteDriver> {
  const sqlite = loadQuietly() ?? ((await import(NODE_MODULE)) as Sqlite);
  return {
    name: 'node',
    open: (file, options) => openFile(sqlite, file, options),
    openUnchanged(file) {
      const db = takesUrls(process.versions.node) ? immutable(sqlite, file) : copied(sqlite, file);
      return connectionOver(db, file);
    },
    copy: (file, to) => copyFile(sqlite, file, to),
  };
}

async function copyFile({ DatabaseSync, backup }: Sqlite, file: string, to: string): Promise<void> {
  if (!existsSync(file)) throw coded('unable to open database file', 'SQLITE_CANTOPEN');
  const db = told(() => new DatabaseSync(file));
  try {
    if (backup === undefined) {
      // In one step, and the program stands still meanwhile: a Node of that age has no other way.
      told(() => db.prepare('VACUUM INTO ?').run(to));
      return;
    }
    told(() => db.exec(HOLD_STILL));
    await backup(db, to, { rate: COPIED_PAGES }).catch((error: unknown) =>
      told(() => {
        throw error;
      }),
    );
  } finally {
    db.close();
  }
}

/** A file is opened by its URL from Node 22.15 on. */
function takesUrls(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 15);
}

function immutable({ DatabaseSync }: Sqlite, file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.search = 'immutable=1';
  return told(() => new DatabaseSync(url.href, { readOnly: true }));
}

/** A copy elsewhere, which has no name any more when it is open. */
function copied({ DatabaseSync }: Sqlite, file: string): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-read-'));
  try {
    const copy = join(folder, 'copy.db');
    writeFileSync(copy, withoutJournal(file), { mode: 0o600 });
    const db = told(() => new DatabaseSync(copy, { readOnly: true }));
    // The file is opened by its first use only.
    told(() => db.prepare('SELECT count(*) FROM sqlite_schema').get());
    return db;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function openFile({ DatabaseSync }: Sqlite, file: string, { timeout = 5_000, fileMustExist }: OpenOptions = {}) {
  if (fileMustExist && !existsSync(file)) throw coded('unable to open database file', 'SQLITE_CANTOPEN');
  const connection = connectionOver(
    told(() => new DatabaseSync(file)),
    file,
  );
  connection.pragma(`busy_timeout = ${timeout}`);
  return connection;
}

function connectionOver(db: DatabaseSync, name: string): Connection {
  let open = true;
  let depth = 0;
  const run = (source: string) => told(() => db.exec(source));

  /** Within another transaction it is a part of it that can be undone alone. */
  function whole<Answer>(begin: string, work: () => Answer): Answer {
    const inner = depth > 0;
    const savepoint = `part_${depth}`;
    run(inner ? `SAVEPOINT ${savepoint}` : begin);
    depth += 1;
    try {
      const answer = work();
      run(inner ? `RELEASE ${savepoint}` : 'COMMIT');
      return answer;
    } catch (error) {
      undo(inner ? `ROLLBACK TO ${savepoint}; RELEASE ${savepoint}` : 'ROLLBACK');
      throw error;
    } finally {
      depth -= 1;
    }
  }

  function undo(source: string): void {
    try {
      db.exec(source);
    } catch {
      // SQLite undoes it by itself if the disk is full or fails; the first error is thrown.
    }
  }

  return {
    name,
    get open() {
      return open;
    },
    // The caller declares the shape of the statement's rows.
    prepare: ((source: string) => statementOver(db, source)) as Connection['prepare'],
    transaction<Arguments extends unknown[], Answer>(work: (...args: Arguments) => Answer) {
      const transaction = (...args: Arguments) => whole('BEGIN', () => work(...args));
      const immediate = (...args: Arguments) => whole('BEGIN IMMEDIATE', () => work(...args));
      return Object.assign(transaction, { immediate }) satisfies Transaction<Arguments, Answer>;
    },
    pragma(source, { simple = false } = {}) {
      const rows = told(() => db.prepare(`PRAGMA ${source}`).all());
      return simple ? Object.values(rows[0] ?? {})[0] : rows;
    },
    exec: run,
    close() {
      if (!open) return;
      open = false;
      told(() => db.close());
    },
  };
}

const CHANGES_NOTHING = /^\s*(SELECT|EXPLAIN|VALUES)\b/i;

function statementOver(db: DatabaseSync, source: string): Statement {
  const statement = told(() => db.prepare(source));
  let plucked = false;
  const row = (found: object | undefined): unknown => {
    if (found === undefined) return undefined;
    return plucked ? buffered(Object.values(found)[0]) : bufferedRow(found);
  };
  return {
    readonly: CHANGES_NOTHING.test(source),
    run: (...parameters): Changes => {
      const { changes } = told(() => statement.run(...parameters));
      return { changes: Number(changes) };
    },
    get: (...parameters) => row(told(() => statement.get(...parameters))),
    all: (...parameters) => told(() => statement.all(...parameters)).map(row),
    *iterate(...parameters) {
      for (const found of iterated(statement, parameters)) yield row(found);
    },
    pluck() {
      plucked = true;
      return this;
    },
  };
}

function* iterated(statement: StatementSync, parameters: readonly unknown[]): IterableIterator<object> {
  const rows = told(() => statement.iterate(...parameters));
  try {
    for (let next = told(() => rows.next()); !next.done; next = told(() => rows.next())) yield next.value;
  } finally {
    rows.return?.();
  }
}

const buffered = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

function bufferedRow(found: object): object {
  return Object.fromEntries(Object.entries(found).map(([column, value]) => [column, buffered(value)]));
}

/** Errors of Node carry the number of SQLite's code; here they get its name. */
function told<Answer>(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown };
    if (code === 'ERR_INVALID_STATE') throw new TypeError('The database connection is not open', { cause: error });
    if (typeof errcode === 'number') throw coded(String(message), sqliteCode(errcode), error);
    throw error;
  }
}

function coded(message: string, code: string, cause?: unknown): Error {
  return Object.assign(new Error(message, cause === undefined ? {} : { cause }), { code });
}
