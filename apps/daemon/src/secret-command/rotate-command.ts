import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, StorageError } from '@ccu-gateway/storage';
import { ConfigError } from '../config/errors.js';
import { loadConfig } from '../config/load.js';
import { rotateLocked } from './rotate-locked.js';

export type RotateProcess = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: () => string;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
};

/**
 * `secret rotate [--config FILE] [--data-dir DIR] [--json]`. Answers the exit code: 0, 2 for a bad configuration or key,
 * 3 where there is no database, 6 while a gateway runs on the data directory, 1 for anything else.
 */
export async function rotateCommand(argv: readonly string[], process: RotateProcess): Promise<number> {
  const json = argv.includes('--json');
  try {
    const args = argv.filter((argument) => argument !== '--json');
    const loaded = loadConfig({ argv: args, env: process.env, cwd: process.cwd() });
    if (!existsSync(join(loaded.dataDir, DATABASE_FILE))) return say(process, json, noDatabase(loaded.dataDir));
    const { keyId, inFile, inDatabase } = await rotateLocked(loaded);
    const data = { key_id: keyId, in_file: inFile, in_database: inDatabase };
    const line = `the key is now ${keyId}; sealed anew: ${inFile} in the file, ${inDatabase} in the database`;
    process.stdout.write(`${json ? JSON.stringify({ ok: true, data }) : line}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StorageError)) throw error;
    const inUse = error.code === 'storage_in_use';
    return say(process, json, {
      code: error.code,
      message: error.message,
      ...(inUse ? { fix: 'stop the gateway, rotate, start it again' } : {}),
      exit: inUse ? 6 : error instanceof ConfigError ? 2 : 1,
    });
  }
}

type Failure = { readonly code: string; readonly message: string; readonly fix?: string; readonly exit: number };

/** Where no gateway has ever run there is nothing to rotate: another directory was meant. */
function noDatabase(dataDir: string): Failure {
  return {
    code: 'database_missing',
    message: `there is no database in ${dataDir}; nothing was changed`,
    fix: 'name the data directory of the gateway with --data-dir or --config',
    exit: 3,
  };
}

function say(process: RotateProcess, json: boolean, { code, message, fix, exit }: Failure): number {
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ ok: false, error: { code, message, ...(fix === undefined ? {} : { fix }) } })}\n`,
    );
  } else {
    process.stderr.write(`error: ${message}\n${fix === undefined ? '' : `fix: ${fix}\n`}`);
  }
  return exit;
}
