import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toUnavailable } from '../database/driver/errors.js';
import type { Connection, SqliteDriver } from '../database/driver/sqlite.js';
import { DATABASE_FILE, EVENTS_FILE } from '../database/files.js';

/** Data that a restored database took from the one that it replaces. */
export interface Merged {
  /** `unreadable`: the revocations since the backup are unknown. */
  readonly previous: 'none' | 'merged' | 'unreadable';
  readonly sessionsEnded: number;
  /** Tokens of the backup that were revoked after it. */
  readonly tokensRevoked: number;
}

/** Data of the replaced database that must not be forgotten. */
interface Previous {
  readonly revoked: readonly { readonly fingerprint: string; readonly revoked_at: number }[];
  readonly authEpoch: number;
  readonly reservedSeq: number;
  /** Only where a zone is armed or has an alarm: a restore must not disarm it. */
  readonly alarm: AlarmTables | undefined;
  /** Codes for one use that were used. */
  readonly usedCodes: readonly string[];
}

/** Rows of the alarm system. */
interface AlarmTables {
  readonly documents: readonly { readonly key: string; readonly value: string }[];
  readonly journal: readonly Readonly<Record<'id' | 'at' | 'zone' | 'class' | 'entry', string | number | null>>[];
}

/**
 * Makes a restored database safe to start with: it has no sessions, a token that was revoked since stays revoked, a gateway that
 * looks notices the change, an armed alarm system stays as it is, and event numbers begin above all that were ever given out. `folder` holds the restored files, with
 * the schema of this program; `dataDir` those that they replace.
 * @throws StorageError
 *
 * @example
 * const { tokensRevoked } = prepareRestored({ folder: stage.folder, dataDir, now: Date.now(), sqlite });
 */
export function prepareRestored(options: {
  readonly folder: string;
  readonly dataDir: string;
  readonly now: number;
  readonly sqlite: SqliteDriver;
}): Merged {
  const { folder, dataDir, now, sqlite } = options;
  try {
    const previous = readPrevious(dataDir, sqlite);
    const known = previous === 'none' || previous === 'unreadable' ? undefined : previous;
    const events = join(folder, EVENTS_FILE);
    const log = existsSync(events) ? sqlite.open(events, { fileMustExist: true }) : undefined;
    const db = sqlite.open(join(folder, DATABASE_FILE), { fileMustExist: true });
    try {
      // Numbers begin at the microseconds of a start, so this moment is above all of them even where the replaced files tell none.
      const above = Math.max(
        known?.reservedSeq ?? 0,
        reservedOf(db),
        log === undefined ? 0 : reservedOf(log),
        now * 1000,
      );
      const merged = db.transaction(() => merge(db, known, above)).immediate();
      log?.transaction(() => raiseNumbers(log, above)).immediate();
      return { previous: known === undefined ? (previous as 'none' | 'unreadable') : 'merged', ...merged };
    } finally {
      db.close();
      log?.close();
    }
  } catch (error) {
    throw toUnavailable(error);
  }
}

function readPrevious(dataDir: string, sqlite: SqliteDriver): Previous | 'none' | 'unreadable' {
  const file = join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) return 'none';
  try {
    const db = sqlite.open(file, { fileMustExist: true });
    try {
      return {
        revoked: db
          .prepare<[], Previous['revoked'][number]>('SELECT fingerprint, revoked_at FROM revoked_tokens')
          .all(),
        authEpoch: epochOf(db),
        reservedSeq: Math.max(reservedOf(db), reservedOfFile(join(dataDir, EVENTS_FILE), sqlite)),
        alarm: armedAlarmOf(db),
        usedCodes: alarmStateOf(db)?.usedCodes ?? [],
      };
    } finally {
      db.close();
    }
  } catch {
    // A damaged database is why many a backup is restored.
    return 'unreadable';
  }
}

const epochOf = (db: Connection) =>
  Number(db.prepare<[], number>(`SELECT value FROM meta WHERE key = 'auth_epoch'`).pluck().get() ?? 0);

const reservedOf = (db: Connection) =>
  Number(db.prepare<[], number>('SELECT max(seq, reserved_seq) FROM event_life').pluck().get() ?? 0);

function reservedOfFile(file: string, sqlite: SqliteDriver): number {
  if (!existsSync(file)) return 0;
  try {
    const db = sqlite.open(file, { fileMustExist: true });
    try {
      return reservedOf(db);
    } finally {
      db.close();
    }
  } catch {
    // The database knows the same number.
    return 0;
  }
}

function merge(db: Connection, previous: Previous | undefined, above: number): Omit<Merged, 'previous'> {
  const sessionsEnded = db.prepare('DELETE FROM sessions').run().changes;
  const bury = db.prepare<[string, number]>('INSERT OR IGNORE INTO revoked_tokens VALUES (?, ?)');
  for (const { fingerprint, revoked_at: at } of previous?.revoked ?? []) bury.run(fingerprint, at);
  const tokensRevoked = db
    .prepare('DELETE FROM tokens WHERE fingerprint IN (SELECT fingerprint FROM revoked_tokens)')
    .run().changes;
  const epoch = Math.max(epochOf(db), previous?.authEpoch ?? 0) + 1;
  db.prepare<[number]>(`UPDATE meta SET value = ? WHERE key = 'auth_epoch'`).run(epoch);
  if (previous?.alarm !== undefined) replaceAlarm(db, previous.alarm);
  else if (previous !== undefined) keepUsed(db, previous.usedCodes);
  raiseNumbers(db, above);
  return { sessionsEnded, tokensRevoked };
}

/** The members of the state of the alarm system that a restore needs. */
interface AlarmState {
  readonly zones: Readonly<
    Record<string, { readonly arming?: object; readonly pending?: object; readonly incident?: object }>
  >;
  readonly usedCodes: readonly string[];
}

/** The state of the alarm system of a database; undefined where none is stored, or from before there was one. */
function alarmStateOf(db: Connection): AlarmState | undefined {
  const isThere = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'alarm_documents'`).get() !== undefined;
  if (!isThere) return undefined;
  const stored = db.prepare<[], string>(`SELECT value FROM alarm_documents WHERE key = 'state'`).pluck().get();
  return stored === undefined ? undefined : JSON.parse(stored);
}

/** The alarm system of a database with a zone that is armed or has an alarm; undefined where none is. */
function armedAlarmOf(db: Connection): AlarmTables | undefined {
  const zones = Object.values(alarmStateOf(db)?.zones ?? {});
  if (zones.every(({ arming, pending, incident }) => (arming ?? pending ?? incident) === undefined)) return undefined;
  const documents = db.prepare<[], AlarmTables['documents'][number]>('SELECT key, value FROM alarm_documents').all();
  const journal = db.prepare<[], AlarmTables['journal'][number]>('SELECT * FROM alarm_journal').all();
  return { documents, journal };
}

/** A code for one use that was used since the backup stays used. */
function keepUsed(db: Connection, usedCodes: readonly string[]): void {
  const state = alarmStateOf(db);
  if (state === undefined || usedCodes.length === 0) return;
  const next = { ...state, usedCodes: [...new Set([...state.usedCodes, ...usedCodes])] };
  db.prepare<[string]>(`UPDATE alarm_documents SET value = ? WHERE key = 'state'`).run(JSON.stringify(next));
}

/** Zones, codes and journal belong together, so that all of them stay. */
function replaceAlarm(db: Connection, { documents, journal }: AlarmTables): void {
  db.exec('DELETE FROM alarm_documents; DELETE FROM alarm_journal');
  const put = db.prepare<[string, string]>('INSERT INTO alarm_documents (key, value) VALUES (?, ?)');
  for (const { key, value } of documents) put.run(key, value);
  const insert = db.prepare<[AlarmTables['journal'][number]]>(
    'INSERT INTO alarm_journal (id, at, zone, class, entry) VALUES (@id, @at, @zone, @class, @entry)',
  );
  for (const row of journal) insert.run(row);
}

/** As after a crash: the stream begins above the reserved number, with an empty ring. */
function raiseNumbers(db: Connection, above: number): void {
  db.prepare<[number]>('UPDATE event_life SET reserved_seq = max(reserved_seq, ?), clean = 0').run(above);
}
