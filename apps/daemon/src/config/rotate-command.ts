import { lockDataDir, openStorage, StorageError } from '@ccu-gateway/storage';
import { ConfigError } from './errors.js';
import { loadConfig } from './load.js';
import { rotateSecrets } from './rotate.js';

export type RotateProcess = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: () => string;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
};

/**
 * `secret rotate [--config FILE] [--data-dir DIR] [--json]`. Answers the exit code: 0, 2 for a bad configuration or key,
 * 6 while a gateway runs on the data directory, 1 for anything else.
 */
export async function rotateCommand(argv: readonly string[], process: RotateProcess): Promise<number> {
  const json = argv.includes('--json');
  try {
    const args = argv.filter((argument) => argument !== '--json');
    const loaded = loadConfig({ argv: args, env: process.env, cwd: process.cwd() });
    const storage = await openStorage({ dataDir: loaded.dataDir });
    try {
      // A running gateway would go on sealing with the old key.
      const lock = await lockDataDir(loaded.dataDir);
      try {
        const { keyId, inFile, inDatabase } = await rotateSecrets(loaded, storage);
        const data = { key_id: keyId, in_file: inFile, in_database: inDatabase };
        const line = `the key is now ${keyId}; sealed anew: ${inFile} in the file, ${inDatabase} in the database`;
        process.stdout.write(`${json ? JSON.stringify({ ok: true, data }) : line}\n`);
        return 0;
      } finally {
        lock.release();
      }
    } finally {
      storage.close();
    }
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StorageError)) throw error;
    const inUse = error.code === 'storage_in_use';
    const fix = inUse ? 'stop the gateway, rotate, start it again' : undefined;
    if (json) {
      const detail = { code: error.code, message: error.message, ...(fix && { fix }) };
      process.stdout.write(`${JSON.stringify({ ok: false, error: detail })}\n`);
    } else {
      process.stderr.write(`error: ${error.message}\n${fix ? `fix: ${fix}\n` : ''}`);
    }
    if (inUse) return 6;
    return error instanceof ConfigError ? 2 : 1;
  }
}
