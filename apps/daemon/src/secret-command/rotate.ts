import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { createSecretBox, isSealed, type SecretBox, SecretError } from '@ccu-gateway/auth-core/secrets';
import { actingAsOwner, asOwner } from '@ccu-gateway/storage';
import { ConfigError } from '../config/errors.js';
import { readTexts, replaceTexts } from '../config/file/yaml-rewrite.js';
import type { LoadedConfig } from '../config/load.js';
import { createKeyFile, keyFiles, readKeyFile, syncFolder } from '../config/master-key.js';

/** The part of the storage that holds sealed values: all of them in one transaction. */
export type SealedStorage = {
  readonly reseal: (rewrite: (sealed: string, path: string) => string) => Promise<number>;
};

export type Rotation = { readonly keyId: string; readonly inFile: number; readonly inDatabase: number };

/**
 * Seals everything anew under a new key. Run it while no gateway runs. After an interruption, running it again finishes
 * it, and so does the next start: the new key stays beside the old one until the last value is done, and each value
 * names its key. Root works in the data directory with the rights of its owner.
 *
 * @throws ConfigError, StorageError
 */
export async function rotateSecrets(loaded: LoadedConfig, storage: SealedStorage): Promise<Rotation> {
  const { environment, dataDir, file } = loaded;
  if (environment.secretKey || environment.secretKeyFile) {
    throw refusal(
      'environment',
      'the key comes from the environment; only secret.key of the data directory can be rotated',
    );
  }
  const files = keyFiles(dataDir);
  const { from, to } = asOwner(dataDir, () => ({
    from: createSecretBox(readKeyFile(files.current), randomBytes),
    to: createSecretBox(createKeyFile(files.next, dataDir), randomBytes),
  }));
  const inFile = file === undefined ? 0 : resealFile(file, from, to);
  const rewrite = (sealed: string, path: string) => reseal(sealed, path, from, to);
  const inDatabase = await actingAsOwner(dataDir, () => storage.reseal(rewrite));
  asOwner(dataDir, () => {
    renameSync(files.next, files.current);
    syncFolder(dataDir);
  });
  return { keyId: to.keyId, inFile, inDatabase };
}

function resealFile(file: string, from: SecretBox, to: SecretBox): number {
  const texts = readTexts(file);
  const sealed = texts.entries.filter((entry) => isSealed(entry.value));
  if (sealed.length === 0) return 0;
  const replacements = new Map(sealed.map((entry) => [entry, reseal(entry.value, entry.path, from, to)]));
  if (!replaceTexts(file, texts, replacements)) {
    throw refusal(file, 'it holds sealed values and cannot be rewritten; nothing was changed');
  }
  return sealed.length;
}

function reseal(sealed: string, path: string, from: SecretBox, to: SecretBox): string {
  if (sealed.startsWith(`enc:v1:${to.keyId}:`)) return sealed;
  try {
    return to.seal(from.open(sealed, path), path);
  } catch (error) {
    // A PIN of the alarm system that came with a backup of another key is lost already, and is set again.
    if (path.startsWith('alarm.codes.')) return sealed;
    throw refusal(path, error instanceof SecretError ? error.code : 'secret_damaged');
  }
}

function refusal(origin: string, message: string): ConfigError {
  return new ConfigError('config_invalid', [{ path: '', message, origin }]);
}
