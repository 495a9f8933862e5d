import type { GatewayConfig, LoadedConfig } from '../config/index.js';
import type { SharedPart, SharedPartOptions } from '../storage/shared.js';
import { SHARED_KEY } from './settings/settings.js';

type Stored = Pick<GatewayConfig, 'persistence'>;

/** Returns true when the configuration names a database that several gateways share. Its code is loaded only then. */
function isShared({ persistence }: Stored): boolean {
  const { url, host } = persistence.postgres;
  return host !== '' || (url?.reveal() ?? '') !== '';
}

/**
 * Opens the shared database of this configuration; undefined where it names none. A database that cannot be used lets only users of
 * the file in.
 * @throws StorageError `storage_in_use`, `storage_schema_newer`
 * @throws ConfigError where its secrets are sealed with another key
 */
export async function openShared(config: Stored, options: SharedPartOptions): Promise<SharedPart | undefined> {
  if (!isShared(config)) return undefined;
  const { openSharedPart, postgresPlace } = await import('../fleet/storage/index.js');
  return await openSharedPart({ ...options, place: postgresPlace(config) });
}

/**
 * The state of the shared database of this configuration; undefined where it names none. Nothing is changed.
 * @throws ConfigError where its secrets cannot be opened
 */
export async function examineShared(loaded: LoadedConfig) {
  if (!isShared(loaded.config)) return undefined;
  const { examineShared: examine } = await import('../fleet/storage/index.js');
  return { ...(await examine(loaded)), setting: SHARED_KEY };
}

/** The stored settings of the shared database, over the configuration file; undefined where there is none. @throws ConfigError, StorageError */
export async function sharedSettings(loaded: LoadedConfig) {
  if (!isShared(loaded.config)) return undefined;
  return await (await import('../fleet/storage/index.js')).sharedSettings(loaded);
}

/** The shared database of this configuration, to be sealed anew; undefined where it names none. @throws ConfigError, StorageError */
export async function openSharedToRotate(loaded: LoadedConfig) {
  if (!isShared(loaded.config)) return undefined;
  return await (await import('../fleet/storage/index.js')).openSharedToRotate(loaded);
}
