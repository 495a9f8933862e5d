import { randomBytes } from 'node:crypto';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { StorageError, type StoredSettings } from '@ccu-gateway/storage';
import type { PostgresExamination } from '@ccu-gateway/storage/postgres';
import { existingMasterKey, type LoadedConfig, openSecrets, postgresPlace } from '../config/index.js';

/**
 * What is found where the fleet of this configuration keeps what it shares; undefined where this machine is alone. Nothing is changed.
 * @throws ConfigError where its secrets cannot be opened
 */
export async function examineShared(loaded: LoadedConfig): Promise<PostgresExamination | undefined> {
  const { url, host } = loaded.config.persistence.postgres;
  if (host === '' && (url?.reveal() ?? '') === '') return undefined;
  const key = existingMasterKey(loaded);
  const place = await postgresPlace(
    (key === undefined ? loaded : openSecrets(loaded, createSecretBox(key, randomBytes))).config,
  );
  if (place === undefined) return undefined;
  const { examinePostgres } = await import('@ccu-gateway/storage/postgres');
  return await examinePostgres(place);
}

/** What a fleet sets over the configuration file; undefined where this machine is alone. @throws ConfigError, StorageError */
export async function sharedSettings(
  loaded: LoadedConfig,
): Promise<Pick<StoredSettings, 'sections' | 'centrals'> | undefined> {
  const found = await examineShared(loaded);
  if (found === undefined) return undefined;
  if (found.state === 'ok') return found.settings;
  if (found.state === 'empty') return { sections: {}, centrals: [] };
  throw new StorageError('storage_unavailable', found.message ?? found.name);
}
