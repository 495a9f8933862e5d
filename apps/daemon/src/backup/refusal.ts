import { type ErrorCode, GatewayError } from '@ccu-gateway/gateway-core';
import { StorageError } from '@ccu-gateway/storage';
import { ConfigError } from '../config/index.js';
import { BackupError, type BackupErrorCode, backupError } from './errors.js';

const CODES: Partial<Record<BackupErrorCode, ErrorCode>> = {
  backup_not_found: 'not_found',
  backup_no_access: 'service_unready',
  backup_disk_full: 'service_unready',
  backup_too_large: 'payload_too_large',
  backup_conflict: 'conflict',
  backup_exists: 'conflict',
};

/** Runs work on backups for programs: failures become those of the gateway, with reason and remedy. */
export async function askBackups<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error, dir);
  }
}

function refusalOf(error: unknown, dir: string): unknown {
  const known = backupError(error, dir);
  if (known instanceof BackupError) {
    const { code: reason, message, fix } = known;
    const text = fix === undefined ? message : `${message}: ${fix}`;
    return new GatewayError(CODES[reason] ?? 'unprocessable', text, { reason, cause: error });
  }
  if (known instanceof StorageError || known instanceof ConfigError) {
    return new GatewayError('service_unready', known.message, { reason: known.code, cause: error });
  }
  if (known instanceof GatewayError) return known;
  const { code } = known as { readonly code?: unknown };
  if (typeof code !== 'string') return known;
  return new GatewayError('service_unready', `The backups cannot be reached (${code})`, {
    reason: 'backup_storage',
    cause: error,
  });
}
