import { StorageError } from './driver/errors.js';
import type { Connection } from './driver/sqlite.js';

/**
 * The schema of the database, one step at a time. A step that has shipped is never edited: a later step corrects it.
 * `user_version` of the file is the number of steps that it has taken.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO meta VALUES ('auth_epoch', 1);

  CREATE TABLE users (
    account TEXT PRIMARY KEY,
    role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
    password_hash TEXT NOT NULL,
    generation INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sessions (
    id_hash TEXT PRIMARY KEY,
    principal_key TEXT NOT NULL,
    subject TEXT NOT NULL,
    scheme TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_principal ON sessions (principal_key);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);

  CREATE TABLE tokens (
    fingerprint TEXT PRIMARY KEY,
    subject TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_seen_at INTEGER,
    last_address TEXT
  ) STRICT, WITHOUT ROWID;

  -- A token that was revoked must not come back, not even with a restored backup.
  CREATE TABLE revoked_tokens (fingerprint TEXT PRIMARY KEY, revoked_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  -- Triggers, so that no writer can forget it, whichever program it is.
  CREATE TRIGGER users_created AFTER INSERT ON users
    BEGIN UPDATE meta SET value = value + 1 WHERE key = 'auth_epoch'; END;
  CREATE TRIGGER users_changed AFTER UPDATE OF role, password_hash, generation ON users
    BEGIN UPDATE meta SET value = value + 1 WHERE key = 'auth_epoch'; END;
  CREATE TRIGGER users_deleted AFTER DELETE ON users
    BEGIN UPDATE meta SET value = value + 1 WHERE key = 'auth_epoch'; END;
  CREATE TRIGGER sessions_created AFTER INSERT ON sessions
    BEGIN UPDATE meta SET value = value + 1 WHERE key = 'auth_epoch'; END;
  CREATE TRIGGER sessions_deleted AFTER DELETE ON sessions
    BEGIN UPDATE meta SET value = value + 1 WHERE key = 'auth_epoch'; END;
  CREATE TRIGGER tokens_created AFTER INSERT ON tokens
    BEGIN UPDATE meta SET value = value + 1 WHERE key = 'auth_epoch'; END;
  CREATE TRIGGER tokens_changed AFTER UPDATE OF role, subject, expires_at ON tokens
    BEGIN UPDATE meta SET value = value + 1 WHERE key = 'auth_epoch'; END;
  CREATE TRIGGER tokens_deleted AFTER DELETE ON tokens
    BEGIN UPDATE meta SET value = value + 1 WHERE key = 'auth_epoch'; END;

  CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    device_address TEXT,
    entry TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_time ON audit (at);

  -- Events lie in blocks of some hundred: one row each would cost ten times as much.
  CREATE TABLE event_blocks (
    first_seq INTEGER PRIMARY KEY,
    last_seq INTEGER NOT NULL,
    count INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    head TEXT NOT NULL,
    texts TEXT NOT NULL
  ) STRICT;
  CREATE TABLE event_gaps (after_seq INTEGER PRIMARY KEY, before_seq INTEGER NOT NULL) STRICT;
  CREATE TABLE event_life (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch TEXT NOT NULL,
    seq INTEGER NOT NULL,
    reserved_seq INTEGER NOT NULL,
    clean INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE device_descriptions (
    central TEXT NOT NULL,
    interface TEXT NOT NULL,
    part INTEGER NOT NULL,
    devices TEXT NOT NULL,
    PRIMARY KEY (central, interface, part)
  ) STRICT;
  CREATE TABLE paramset_descriptions (key TEXT PRIMARY KEY, description TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE data_point_values (
    central TEXT NOT NULL,
    interface TEXT NOT NULL,
    channel_address TEXT NOT NULL,
    parameter TEXT NOT NULL,
    value TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (central, interface, channel_address, parameter)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ccu_state (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- What the running gateway notes for programs that open the database beside it.
  CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE config_sections (
    section TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE centrals (
    name TEXT PRIMARY KEY COLLATE NOCASE,
    enabled INTEGER NOT NULL,
    config TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE preferences (
    principal_key TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (principal_key, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE unignore (
    central TEXT NOT NULL,
    pattern TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    updated_by TEXT NOT NULL,
    PRIMARY KEY (central, pattern)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE incidents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    central TEXT,
    component TEXT NOT NULL,
    severity TEXT NOT NULL,
    summary TEXT NOT NULL,
    detail TEXT
  ) STRICT;
  `,
  // The events have a file of their own, see `moveEvents`. Numbers that may have been handed out are noted in both
  // files.
  `
  DROP TABLE event_blocks;
  DROP TABLE event_gaps;
  `,
  `
  -- What a session stands on was not written down before, so nothing can tell which of them still may.
  DELETE FROM sessions;
  ALTER TABLE sessions ADD COLUMN auth_epoch TEXT NOT NULL DEFAULT '';
  `,
  `
  CREATE TABLE good_sources (
    account TEXT NOT NULL,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (account, source)
  ) STRICT, WITHOUT ROWID;
  `,
  // Kinds of entries have bounds of their own, and refused requests a table: a flood of them must push out nothing else.
  `
  ALTER TABLE audit ADD COLUMN kind TEXT NOT NULL DEFAULT 'operation';
  UPDATE audit SET kind = CASE
    WHEN device_address IS NOT NULL THEN 'operation'
    WHEN action LIKE 'auth.%' OR action LIKE 'session.%' OR entry LIKE '%"outcome":"refused"%' THEN 'sign_in'
    ELSE 'administration' END;
  DROP INDEX audit_by_time;
  CREATE INDEX audit_by_kind ON audit (kind, at);
  CREATE TABLE audit_refusals (
    id INTEGER PRIMARY KEY,
    minute INTEGER NOT NULL,
    source TEXT NOT NULL,
    what TEXT NOT NULL,
    count INTEGER NOT NULL,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    entry TEXT NOT NULL,
    UNIQUE (minute, source, what)
  ) STRICT;
  CREATE INDEX audit_refusals_by_time ON audit_refusals (at);
  `,
  // Values are written one batch after the other, compressed: a row of its own for each costs a page of the disk.
  `
  CREATE TABLE value_batches (
    id INTEGER PRIMARY KEY,
    central TEXT NOT NULL,
    interface TEXT NOT NULL,
    loose INTEGER NOT NULL,
    packed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX value_batches_by_interface ON value_batches (central, interface, loose);
  INSERT INTO value_batches (central, interface, loose, packed)
    SELECT central, interface, 1, CAST(json_group_array(json_array(channel_address, parameter, json(value), at)) AS BLOB)
    FROM data_point_values GROUP BY central, interface;
  DROP TABLE data_point_values;
  `,
  // Of tokens and sessions from before it is not known.
  `
  ALTER TABLE tokens ADD COLUMN last_client TEXT;
  ALTER TABLE tokens ADD COLUMN created_by TEXT;
  ALTER TABLE sessions ADD COLUMN last_seen_at INTEGER;
  `,
  `
  ALTER TABLE users ADD COLUMN disabled_at INTEGER;
  DROP TRIGGER users_changed;
  CREATE TRIGGER users_changed AFTER UPDATE OF role, password_hash, generation, disabled_at ON users
    BEGIN UPDATE meta SET value = value + 1 WHERE key = 'auth_epoch'; END;
  `, // Rewritten as a whole: there are 64 of them at most.
  `
  CREATE TABLE areas (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    rooms TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // A state of the alarm system and the entries that led to it are one transaction.
  `
  CREATE TABLE alarm_documents (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE alarm_journal (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    zone TEXT,
    class TEXT NOT NULL,
    entry TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE problem_times (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    central TEXT,
    device TEXT,
    problem TEXT NOT NULL
  ) STRICT;
  CREATE INDEX problem_times_by_begin ON problem_times (began_at);
  CREATE INDEX problem_times_by_end ON problem_times (ended_at);
  `,
  `
  CREATE TABLE floorplans (
    made INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    plan TEXT NOT NULL,
    picture BLOB NOT NULL
  ) STRICT;
  `,
];

/** Up to this version of the schema the events were in the database. */
export const EVENTS_WERE_INSIDE = 1;

/** The schema of the event log, in a file of its own. */
export const EVENT_MIGRATIONS: readonly string[] = [
  `
  -- Events lie in blocks of some hundred: one row each would cost ten times as much.
  CREATE TABLE event_blocks (
    first_seq INTEGER PRIMARY KEY,
    last_seq INTEGER NOT NULL,
    count INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    head TEXT NOT NULL,
    texts TEXT NOT NULL
  ) STRICT;
  CREATE TABLE event_gaps (after_seq INTEGER PRIMARY KEY, before_seq INTEGER NOT NULL) STRICT;
  CREATE TABLE event_life (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch TEXT NOT NULL,
    seq INTEGER NOT NULL,
    reserved_seq INTEGER NOT NULL,
    clean INTEGER NOT NULL
  ) STRICT;
  `,
  // Head and texts of a block as one compressed value; older blocks keep theirs in the columns of their own.
  'ALTER TABLE event_blocks ADD COLUMN packed BLOB',
];

/** The schema of the file of the Matter bridge, step by step as that of the database. */
export const MATTER_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE state (
    context TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (context, key)
  ) STRICT, WITHOUT ROWID;
  -- Never deleted from: a number that was given to a thing is no other thing's for ever.
  CREATE TABLE endpoints (key TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE) STRICT, WITHOUT ROWID;
  CREATE TABLE choices (key TEXT PRIMARY KEY, enabled INTEGER NOT NULL, name TEXT) STRICT, WITHOUT ROWID;
  CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  // Kind under which a switch is shown: a plug or a light.
  'ALTER TABLE choices ADD COLUMN kind TEXT;',
];

/** The schema of the history of values, in a file of its own. */
export const HISTORY_MIGRATIONS: readonly string[] = [
  `
  -- What was gathered in some minutes, as one row: a row for each value would cost a page for each series.
  -- A rowid table: without one, every block would spill into pages of its own.
  CREATE TABLE history_blocks (
    from_at INTEGER PRIMARY KEY,
    to_at INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  -- What the numbers in the blocks stand for. Small, read whole at the opening.
  CREATE TABLE history_series (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    last_day INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- Hours of some series in a local day as one row, and days in about a month; a key is the chunk of series and the minute.
  CREATE TABLE history_hours (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
  CREATE TABLE history_days (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
  -- The last values at the end of a day, from which the next one continues.
  CREATE TABLE history_carries (chunk INTEGER NOT NULL, at INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (chunk, at)) STRICT;
  CREATE INDEX history_carries_by_time ON history_carries (at);
  -- One row: the day that is next to be rolled up, and what is stored.
  CREATE TABLE history_rolled (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    from_at INTEGER,
    to_at INTEGER NOT NULL,
    part INTEGER NOT NULL,
    trimmed_at INTEGER NOT NULL,
    rolled_bytes INTEGER NOT NULL,
    -- Of the values in blocks up to a time; later ones are counted at the opening.
    sample_bytes INTEGER NOT NULL,
    counted_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO history_rolled VALUES (1, NULL, 0, 0, 0, 0, 0, 0);
  `,
  // A row has 64 series instead of 32, and its key depends on it: hours and days are made again of the samples.
  `
  DELETE FROM history_hours;
  DELETE FROM history_days;
  DELETE FROM history_carries;
  UPDATE history_rolled SET from_at = NULL, to_at = 0, part = 0, trimmed_at = 0, rolled_bytes = 0;
  `,
];

/** Number of applied schema steps of the file. */
export function schemaVersion(db: Connection): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** @throws StorageError `storage_schema_newer`, or `_older` when it may not migrate */
export function checkVersion(db: Connection, when: 'always' | 'new-only', steps: readonly string[] = MIGRATIONS): void {
  const version = schemaVersion(db);
  if (version > steps.length) {
    throw new StorageError(
      'storage_schema_newer',
      `the database was written by a newer version (schema ${version}, this program knows ${steps.length})`,
    );
  }
  if (when === 'new-only' && version > 0 && version < steps.length) {
    throw new StorageError('storage_schema_older', 'start the gateway once so that it updates the database');
  }
}

/** Brings the schema up to date. @throws StorageError `storage_schema_newer`, or `_older` when it may not migrate */
export function migrate(db: Connection, when: 'always' | 'new-only', steps: readonly string[] = MIGRATIONS): void {
  checkVersion(db, when, steps);
  // The version is read again inside the lock: two programs may open a new file at once.
  const step = db.transaction(() => {
    const next = steps[schemaVersion(db)];
    if (next === undefined) return false;
    db.exec(next);
    db.pragma(`user_version = ${schemaVersion(db) + 1}`);
    return true;
  });
  while (step.immediate());
}
