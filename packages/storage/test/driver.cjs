// What tests and benchmarks open a file with beside the package, as `loadSqlite` chooses it: the native binding, else the SQLite
// of Node, which has `prepare`, `exec` and `close` in common with it.
const isNapi = Number.parseInt(process.versions.node, 10) >= 24;
function load() {
  try {
    const Database = require(isNapi ? 'better-sqlite3-napi' : 'better-sqlite3');
    new Database(':memory:').close();
    return Database;
  } catch (error) {
    const sqlite = process.getBuiltinModule?.('node:sqlite');
    if (sqlite === undefined) throw error;
    return sqlite.DatabaseSync;
  }
}
module.exports = load();
