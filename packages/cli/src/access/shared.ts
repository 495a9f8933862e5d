import type { PostgresStorage } from '@ccu-gateway/postgres';
import { type SharedStores, type Storage, StorageError } from '@ccu-gateway/storage';
import { CliError, EXIT, usageError } from '../terminal/exit.js';
import type { CliIo } from '../terminal/io.js';

/** Variable of the gateway with the address of shared accounts. */
export const SHARED_VARIABLE = 'SERVICE_POSTGRES_URL';

/** Where accounts and tokens are. */
export interface OpenedStores {
  readonly stores: SharedStores;
  /** For people. */
  readonly where: string;
  readonly close: () => Promise<void>;
}

/**
 * Opens the stores that a gateway with this environment uses: those of a shared database, else the file. @throws CliError where
 * the accounts are elsewhere and the environment has no address of them
 */
export async function openStores(io: Pick<CliIo, 'env'>, file: Storage | undefined): Promise<OpenedStores> {
  const url = io.env[SHARED_VARIABLE] || undefined;
  if (url !== undefined) {
    const shared = await openShared(url);
    return { stores: shared, where: shared.name, close: shared.close };
  }
  const elsewhere = await file?.facts.get('shared_in');
  if (typeof elsewhere === 'string') {
    throw new CliError(EXIT.conflict, 'shared_elsewhere', `the accounts of this gateway are in ${elsewhere}`, {
      fix: `set ${SHARED_VARIABLE}=postgres://USER:PASSWORD@HOST:PORT/DATABASE, or ask a running gateway: CCU_GATEWAY_URL`,
    });
  }
  if (file === undefined) throw new CliError(EXIT.notFound, 'database_missing', 'there is no database');
  return { stores: file, where: file.file, close: async () => {} };
}

async function openShared(url: string): Promise<PostgresStorage> {
  const { openPostgres, placeOfUrl } = await import('@ccu-gateway/postgres');
  const place = () => {
    try {
      return placeOfUrl(url);
    } catch (error) {
      if (error instanceof RangeError) throw usageError(`${SHARED_VARIABLE}: ${error.message}`);
      throw error;
    }
  };
  try {
    return await openPostgres({ ...place(), migrate: 'new-only', listen: false, poolSize: 2 });
  } catch (error) {
    // The remedy for a file does not apply here.
    if (!(error instanceof StorageError) || error.remedy === undefined) throw error;
    throw new CliError(EXIT.failed, error.code, error.message, { fix: error.remedy });
  }
}
