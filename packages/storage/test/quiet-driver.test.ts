import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { NODE_MODULE } from '../src/database/driver/node-driver.js';
import { bundle } from './bundle.js';

const hasSqlite = process.getBuiltinModule(NODE_MODULE) !== undefined;

// The driver loads the module once in a process, so that the warning can be missed in this one.
it.skipIf(!hasSqlite)(
  'the driver of Node opens a file and runs a checkpoint in its thread without a warning (needs a Node with SQLite)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quiet-driver-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const source = (path: string) => JSON.stringify(join(import.meta.dirname, '../src', path));
    const entry = join(folder, 'entry.ts');
    writeFileSync(
      entry,
      `import { loadSqlite } from ${source('database/driver/driver.ts')};
       export { checkpointInThread } from ${source('checkpoint/thread.ts')};
       export const load = loadSqlite;`,
    );
    const bundled = bundle(entry, join(folder, 'out/driver.mjs'));
    bundle(
      join(import.meta.dirname, '../src/checkpoint/checkpoint-worker.js'),
      join(folder, 'out/checkpoint-worker.js'),
    );
    const program = join(folder, 'program.mjs');
    writeFileSync(
      program,
      `import { checkpointInThread, load } from ${JSON.stringify(bundled)};
       const file = ${JSON.stringify(join(folder, 'some.db'))};
       const db = (await load('node')).open(file);
       db.pragma('journal_mode = WAL');
       db.exec('CREATE TABLE t (x)');
       console.log(JSON.stringify(await checkpointInThread(file, 1, 'node').done));`,
    );
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program]);
    expect({ stdout, stderr }).toEqual({ stdout: '{}\n', stderr: '' });
  },
);
