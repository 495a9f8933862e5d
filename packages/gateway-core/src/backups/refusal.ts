import { isCcuError } from '@ccu-gateway/ccu-client/errors';
import { refusal } from '../ccu/refusal.js';
import { GatewayError } from '../use-case/errors.js';
import { ArchiveTooLarge, DamagedArchive } from './archive-check.js';

/** Runs work on the files for the server: failures become the server's, and paths stay here. */
export async function askFiles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    if (error instanceof DamagedArchive) throw damaged(error.message);
    if (error instanceof ArchiveTooLarge)
      throw new GatewayError('payload_too_large', error.message, { reason: 'body_too_large' });
    if (isCcuError(error)) throw refusal(error);
    const code = (error as { readonly code?: string }).code ?? 'unknown';
    throw new GatewayError('service_unready', `The backups cannot be reached (${code})`, {
      reason: 'backup_storage',
      cause: error,
    });
  }
}

/** The refusal of an archive that is not whole, or not the one it should be. */
export function damaged(message: string): GatewayError {
  return new GatewayError('unprocessable', message, { reason: 'backup_damaged' });
}
