import type { SqliteDriver } from '@ccu-gateway/storage';
import type { LoadedConfig } from '../config/index.js';

/** Where a gateway keeps what is its own. */
export interface BackupSource extends Pick<LoadedConfig, 'dataDir' | 'environment' | 'file'> {
  readonly sqlite: SqliteDriver;
}
