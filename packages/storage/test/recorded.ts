import type { Connection, SqliteDriver } from '../src/database/driver/sqlite.js';

/** A driver that records opened files, prepared statements and settings of each connection. */
export function recorded(sqlite: SqliteDriver) {
  const opened = new Set<Connection>();
  const prepared: { readonly file: string; readonly source: string }[] = [];
  const pragmas: string[] = [];
  const recording = (db: Connection): Connection => {
    opened.add(db);
    const { pragma } = db;
    const prepare = db.prepare.bind(db);
    db.prepare = ((source: string) => {
      prepared.push({ file: db.name, source: source.trim() });
      return prepare(source);
    }) as Connection['prepare'];
    db.pragma = (source, options) => {
      pragmas.push(source);
      return pragma.call(db, source, options);
    };
    return db;
  };
  const driver: SqliteDriver = {
    name: sqlite.name,
    open: (file, options) => recording(sqlite.open(file, options)),
    openUnchanged: (file) => recording(sqlite.openUnchanged(file)),
    copy: sqlite.copy,
  };
  return { driver, opened, prepared, pragmas };
}
