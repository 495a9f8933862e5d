import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createSecretBox, isSealed } from '@ccu-gateway/auth-core/secrets';
import { actingAsOwner, asOwner, loadSqlite, lockDataDir, openStorage } from '@ccu-gateway/storage';
import type { LoadedConfig } from './load.js';
import { keyFiles, readKeyFile } from './master-key.js';
import { postgresPlace } from './postgres-place.js';
import { type Rotation, rotateSecrets, type SealedStorage } from './rotate.js';
import type { GatewayConfig } from './schema.js';
import { Secret } from './secret.js';

/**
 * Seals everything anew under a new key. A running gateway would go on sealing with the old one, so the directory is claimed before
 * anything is opened. @throws ConfigError, StorageError
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

/** What a fleet shares is sealed with the same key. */
async function rotateEverywhere(loaded: LoadedConfig, own: SealedStorage): Promise<Rotation> {
  const place = await postgresPlace(withOpenAddress(loaded));
  if (place === undefined) return await rotateSecrets(loaded, own);
  const { openPostgres } = await import('@ccu-gateway/storage/postgres');
  const shared = await openPostgres({ ...place, listen: false });
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

/** Where a rotation was interrupted, the address may be sealed with the one key or with the other. @throws ConfigError */
function withOpenAddress({ config, dataDir }: LoadedConfig): Pick<GatewayConfig, 'persistence'> {
  const { current, next } = keyFiles(dataDir);
  const open = (secret: Secret | undefined, key: string) => {
    if (secret === undefined || !isSealed(secret.reveal())) return secret;
    const boxes = [current, next].filter((file) => existsSync(file)).map((file) => boxOf(file));
    const box = boxes.find(({ keyId }) => secret.reveal().startsWith(`enc:v1:${keyId}:`)) ?? boxes[0];
    return box === undefined ? secret : new Secret(box.open(secret.reveal(), `persistence.postgres.${key}`));
  };
  const { postgres, ...persistence } = config.persistence;
  const opened = { ...postgres, url: open(postgres.url, 'url'), password: open(postgres.password, 'password') };
  return { persistence: { ...persistence, postgres: opened } };
}

const boxOf = (file: string) =>
  createSecretBox(
    asOwner(dirname(file), () => readKeyFile(file)),
    randomBytes,
  );

/**
 * Finishes a rotation that was interrupted: until then some values need the one key and some the other. The configuration has to be read
 * anew after that. Undefined where there is nothing to finish. @throws ConfigError, StorageError
 */
export async function finishRotation(loaded: LoadedConfig): Promise<Rotation | undefined> {
  const { environment, dataDir } = loaded;
  const fromOutside = environment.secretKey || environment.secretKeyFile;
  return fromOutside || !existsSync(keyFiles(dataDir).next) ? undefined : rotateLocked(loaded);
}
