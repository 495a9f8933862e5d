// The SQLite binding of this Node, for tests and benchmarks that open a file beside the package. As `loadDriver`.
const isNapi = Number.parseInt(process.versions.node, 10) >= 24;
module.exports = require(isNapi ? 'better-sqlite3-napi' : 'better-sqlite3');
