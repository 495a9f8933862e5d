import { join, resolve } from 'node:path';
import { type BackupFiles, createBackups } from '@ccu-gateway/gateway-core/parts';
import type { GatewayConfig } from '../config/index.js';
import { createBackupFiles } from './backup-files.js';

export interface BackupDeps extends Omit<Parameters<typeof createBackups>[0], 'files' | 'keepLast'> {
  /** Read at every use, so that changes count at once. */
  readonly config: () => Pick<GatewayConfig['backup'], 'dir' | 'keep_last'>;
  readonly dataDir: string;
}

/** Backups in the directory of the configuration. */
export function createStoredBackups({ config, dataDir, ...deps }: BackupDeps): ReturnType<typeof createBackups> {
  const files = (): BackupFiles => {
    const { dir } = config();
    return createBackupFiles(dir === '' ? join(dataDir, 'backups') : resolve(dataDir, dir));
  };
  return createBackups({ ...deps, files, keepLast: () => config().keep_last });
}
