// Exchanges the files of a data directory for those in another one, and kills itself before the step of that number.
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [storageModule, dataDir, from, at] = process.argv.slice(2);
const { lockDataDir, openRestoreStage } = await import(storageModule);
let count = 0;
const step = (name) => {
  count += 1;
  if (count !== Number(at)) return;
  process.stdout.write(name);
  process.kill(process.pid, 'SIGKILL');
};
const lock = await lockDataDir(dataDir);
const stage = openRestoreStage(dataDir);
for (const name of readdirSync(from)) {
  step(`copy ${name}`);
  cpSync(join(from, name), join(stage.folder, name));
}
stage.commit(1_700_000_000_000, step);
lock.release();
process.stdout.write('done');
