import { GatewayError } from '@ccu-gateway/gateway-core';
import { StorageError } from '@ccu-gateway/storage';

/** What is asked for needs a database, and there is none. */
export function noStorage(): GatewayError {
  return new GatewayError('service_unready', 'This needs the database, which could not be opened', {
    reason: 'storage_unavailable',
  });
}

/** Runs a call to the storage for the server: its failures become the server's. */
export async function askStorage<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new GatewayError('service_unready', 'The database did not do it', { reason: error.code, cause: error });
  }
}
