import { type SharedStores, type Storage, StorageError } from '@ccu-gateway/storage';
import { loadPlugIn } from '../plug-ins/plug-in.js';
import { SHARED_ACCOUNTS } from '../plug-ins/plug-ins.js';
import { CliError, EXIT, usageError } from '../terminal/exit.js';
import type { CliIo } from '../terminal/io.js';

const { variable, address } = SHARED_ACCOUNTS;

/** Where accounts and tokens are. */
export interface OpenedStores {
  readonly stores: SharedStores;
  /** For people. */
  readonly where: string;
  readonly close: () => Promise<void>;
}

/** The address of shared accounts in the environment. */
export const sharedAddress = ({ env }: Pick<CliIo, 'env'>): string | undefined => env[variable] || undefined;

/**
 * Opens the stores that a gateway with this environment uses: those of a shared database, else the file. @throws CliError where
 * the accounts are elsewhere and the environment has no address of them
 */
export async function openStores(io: Pick<CliIo, 'env'>, file: Storage | undefined): Promise<OpenedStores> {
  const url = sharedAddress(io);
  if (url !== undefined) {
    const shared = await openShared(url);
    return { stores: shared, where: shared.name, close: shared.close };
  }
  const elsewhere = await file?.facts.get('shared_in');
  if (typeof elsewhere === 'string') {
    throw new CliError(EXIT.conflict, 'shared_elsewhere', `the accounts of this gateway are in ${elsewhere}`, {
      fix: `set ${variable}=${address}, or ask a running gateway: CCU_GATEWAY_URL`,
    });
  }
  if (file === undefined) throw new CliError(EXIT.notFound, 'database_missing', 'there is no database');
  return { stores: file, where: file.file, close: async () => {} };
}

async function openShared(url: string) {
  const open = await loadPlugIn(SHARED_ACCOUNTS);
  try {
    return await open(url);
  } catch (error) {
    if (error instanceof RangeError) throw usageError(`${variable}: ${error.message}`);
    // The remedy for a file does not apply here.
    if (!(error instanceof StorageError) || error.remedy === undefined) throw error;
    throw new CliError(EXIT.failed, error.code, error.message, { fix: error.remedy });
  }
}
