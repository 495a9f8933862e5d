import { existsSync } from 'node:fs';
import { actingAsOwner, asOwner, loadSqlite, lockDataDir, openStorage } from '@ccu-gateway/storage';
import { keyFiles, type LoadedConfig } from '../config/index.js';
import { openSharedToRotate } from '../site/storage.js';
import { type Rotation, rotateSecrets, type SealedStorage } from './rotate.js';

/**
 * Seals everything anew under a new key. A running gateway would continue to seal with the old one, so the directory is
 * locked before anything is opened. @throws ConfigError, StorageError
 */
export async function rotateLocked(loaded: LoadedConfig): Promise<Rotation> {
  const sqlite = await loadSqlite(loaded.config.persistence.sqlite_driver);
  const lock = await lockDataDir(loaded.dataDir, { sqlite });
  try {
    const storage = await actingAsOwner(loaded.dataDir, () => openStorage({ dataDir: loaded.dataDir, sqlite }));
    try {
      return await rotateEverywhere(loaded, storage);
    } finally {
      asOwner(loaded.dataDir, () => storage.close());
    }
  } finally {
    lock.release();
  }
}

/** A database that gateways share is sealed with the same key. */
async function rotateEverywhere(loaded: LoadedConfig, own: SealedStorage): Promise<Rotation> {
  const shared = await openSharedToRotate(loaded);
  if (shared === undefined) return await rotateSecrets(loaded, own);
  try {
    // Refused while a gateway runs on it, before anything is changed.
    await shared.reseal((sealed) => sealed);
    return await rotateSecrets(loaded, {
      reseal: async (rewrite) => (await shared.reseal(rewrite)) + (await own.reseal(rewrite)),
    });
  } finally {
    await shared.close();
  }
}

/**
 * Finishes an interrupted rotation: until then some values need the one key and some the other. The configuration has
 * to be read again after that. Undefined where there is nothing to finish. @throws ConfigError, StorageError
 */
export async function finishRotation(loaded: LoadedConfig): Promise<Rotation | undefined> {
  const { environment, dataDir } = loaded;
  const fromOutside = environment.secretKey || environment.secretKeyFile;
  return fromOutside || !existsSync(keyFiles(dataDir).next) ? undefined : rotateLocked(loaded);
}
