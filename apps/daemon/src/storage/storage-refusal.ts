import { GatewayError } from '@ccu-gateway/gateway-core';
import { OUTCOME_UNKNOWN } from '@ccu-gateway/gateway-core/use-cases';
import { isTransientStorageError, StorageError } from '@ccu-gateway/storage';

/** Runs a call to the storage for the server: its failures become the server's. */
export async function askStorage<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw storageRefusal(error);
  }
}

/** Maps a failure of the storage to an error for the server; any other error is returned unchanged. */
export function storageRefusal(error: unknown): unknown {
  if (isTransientStorageError(error)) return busy(error);
  if (!(error instanceof StorageError)) return error;
  if (error.outcomeUnknown) return inDoubt(error);
  return new GatewayError('service_unready', 'The database did not do it', { reason: error.code, cause: error });
}

/** The gateway reports that it is not ready only where nothing was done. */
function inDoubt(cause: StorageError): GatewayError {
  return new GatewayError('upstream_unavailable', 'The database gave no answer: whether it was done is not known', {
    reason: OUTCOME_UNKNOWN,
    cause,
  });
}

/** It waited for its turn in vain, and nothing was changed. */
function busy(cause: StorageError): GatewayError {
  return new GatewayError('service_unready', 'Another program is writing to the database; nothing was changed', {
    reason: cause.code,
    retryAfterSeconds: 1,
    cause,
  });
}
