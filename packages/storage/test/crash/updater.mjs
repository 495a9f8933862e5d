// Opens a data directory and kills itself at a given point. Points are the calls that change files or the schema.
// Arguments: modules of SQLite and storage, data directory, number of the point.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const [sqlite, storageModule, dataDir, killAt] = process.argv.slice(2);
let points = 0;

function pointBefore(target, name) {
  const original = target[name];
  // The SQLite of Node has no transactions of its own.
  if (original === undefined) return;
  target[name] = function (...args) {
    points += 1;
    if (points === Number(killAt)) process.kill(process.pid, 'SIGKILL');
    return original.apply(this, args);
  };
}

for (const name of ['mkdtempSync', 'linkSync', 'renameSync', 'rmSync', 'fsyncSync']) pointBefore(fs, name);
syncBuiltinESMExports();
const Database = createRequire(import.meta.url)(sqlite);
for (const name of ['exec', 'transaction', 'close']) pointBefore(Database.prototype, name);

const { openEventStore, openStorage } = await import(storageModule);
const storage = await openStorage({ dataDir });
const events = await openEventStore({ dataDir, numbers: storage.numbers });
events.close();
storage.close();
process.stdout.write(String(points));
