import { randomBytes } from 'node:crypto';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { examinePostgres, type PostgresExamination } from '@ccu-gateway/postgres';
import { StorageError, type StoredSettings } from '@ccu-gateway/storage';
import { existingMasterKey, type LoadedConfig, openSecrets } from '../../config/index.js';
import { postgresPlace } from './place.js';

/** The state of the PostgreSQL of this configuration. Nothing is changed. @throws ConfigError where its secrets cannot be opened */
export async function examineShared(loaded: LoadedConfig): Promise<PostgresExamination> {
  const key = existingMasterKey(loaded);
  const opened = key === undefined ? loaded : openSecrets(loaded, createSecretBox(key, randomBytes));
  return await examinePostgres(postgresPlace(opened.config));
}

/** The stored settings of the fleet, over the configuration file. @throws ConfigError, StorageError */
export async function sharedSettings(
  loaded: LoadedConfig,
): Promise<Pick<StoredSettings, 'sections' | 'centrals'> | undefined> {
  const found = await examineShared(loaded);
  if (found.state === 'ok') return found.settings;
  if (found.state === 'empty') return { sections: {}, centrals: [] };
  throw new StorageError('storage_unavailable', found.message ?? found.name);
}
