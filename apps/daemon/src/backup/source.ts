import type { SqliteDriver } from '@ccu-gateway/storage';
import type { LoadedConfig } from '../config/index.js';

/** Locations of the data of a gateway. */
export interface BackupSource extends Pick<LoadedConfig, 'dataDir' | 'environment' | 'file'> {
  readonly sqlite: SqliteDriver;
}
