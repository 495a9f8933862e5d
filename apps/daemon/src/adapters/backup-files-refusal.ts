import { isCcuError } from '@ccu-gateway/ccu-client';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { refusal } from '@ccu-gateway/gateway-core/parts';
import { TooLarge } from './backup-files.js';
import { DamagedArchive } from './sbk.js';

/** Runs work on the files for the server: failures become the server's, and paths stay here. */
export async function askFiles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    if (error instanceof DamagedArchive) throw damaged(error.message);
    if (error instanceof TooLarge)
      throw new GatewayError('payload_too_large', error.message, { reason: 'body_too_large' });
    if (isCcuError(error)) throw refusal(error);
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new GatewayError('service_unready', `The backups cannot be reached (${code})`, {
      reason: 'backup_storage',
      cause: error,
    });
  }
}

export function damaged(message: string): GatewayError {
  return new GatewayError('unprocessable', message, { reason: 'backup_damaged' });
}
