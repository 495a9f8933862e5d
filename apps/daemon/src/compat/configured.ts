import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { DATABASE_FILE, loadSqlite, openStorage } from '@ccu-gateway/storage';
import { withStoredSections } from '../adapters/config.js';
import { addressOf } from '../centrals/address.js';
import {
  type Environment,
  type LoadedConfig,
  loadConfig,
  loadMasterKey,
  openSecrets,
  sealedPlaces,
} from '../config/index.js';
import { sharedSettings } from '../site/storage.js';
import { type CompatTarget, CompatUsage } from './options.js';

/**
 * A CCU with the connection settings of a gateway with the same configuration, settings of the database included.
 * Nothing is written: a data directory in which no gateway ever ran stays unchanged. @throws ConfigError, StorageError,
 * CompatUsage
 */
export async function configuredCcu(
  name: string,
  options: { readonly argv: readonly string[]; readonly env: Environment; readonly cwd: string },
): Promise<{ readonly ccu: CompatTarget; readonly callback: LoadedConfig['config']['callback'] }> {
  const { config } = await opened(loadConfig(options));
  const central = config.centrals.find((each) => each.name === name);
  if (central === undefined) {
    throw new CompatUsage('there is no CCU of that name in the configuration', 'look at "centrals"', 3, 'not_found');
  }
  return { ccu: addressOf(central), callback: config.callback };
}

async function opened(loaded: LoadedConfig): Promise<LoadedConfig> {
  const { dataDir, environment } = loaded;
  if (!existsSync(join(dataDir, DATABASE_FILE))) return loaded;
  const key = loadMasterKey({ environment, dataDir, sealed: (message) => sealedPlaces(loaded, message) });
  const box = createSecretBox(key, randomBytes);
  const shared = await sharedSettings(loaded);
  if (shared !== undefined) {
    return await withStoredSections(openSecrets(loaded, box), { all: async () => shared.sections }, box);
  }
  const sqlite = await loadSqlite(loaded.config.persistence.sqlite_driver);
  const storage = await openStorage({ dataDir, sqlite });
  try {
    return await withStoredSections(openSecrets(loaded, box), storage.sections, box);
  } finally {
    storage.close();
  }
}
