import { existsSync } from 'node:fs';
import { loadSqlite, lockDataDir, openStorage } from '@ccu-gateway/storage';
import type { LoadedConfig } from './load.js';
import { keyFiles } from './master-key.js';
import { type Rotation, rotateSecrets } from './rotate.js';

/**
 * Seals everything anew under a new key. A running gateway would go on sealing with the old one, so the directory is claimed before
 * anything is opened. @throws ConfigError, StorageError
 */
export async function rotateLocked(loaded: LoadedConfig): Promise<Rotation> {
  const sqlite = await loadSqlite(loaded.config.persistence.sqlite_driver);
  const lock = await lockDataDir(loaded.dataDir, { sqlite });
  try {
    const storage = await openStorage({ dataDir: loaded.dataDir, sqlite });
    try {
      return await rotateSecrets(loaded, storage);
    } finally {
      storage.close();
    }
  } finally {
    lock.release();
  }
}

/**
 * Finishes a rotation that was interrupted: until then some values need the one key and some the other. The configuration has to be read
 * anew after that. Undefined where there is nothing to finish. @throws ConfigError, StorageError
 */
export async function finishRotation(loaded: LoadedConfig): Promise<Rotation | undefined> {
  const { environment, dataDir } = loaded;
  const fromOutside = environment.secretKey || environment.secretKeyFile;
  return fromOutside || !existsSync(keyFiles(dataDir).next) ? undefined : rotateLocked(loaded);
}
