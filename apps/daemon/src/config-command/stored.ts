import { randomBytes } from 'node:crypto';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { fileDifference, fileDifferenceInWords } from '@ccu-gateway/gateway-core/parts';
import { readSettings, type StoredSettings } from '@ccu-gateway/storage';
import { isSameCentral } from '../adapters/central-settings.js';
import { openedCentrals } from '../adapters/centrals.js';
import { type Environment, existingMasterKey, type LoadedConfig, loadConfig, openSecrets } from '../config/index.js';
import { sharedSettings } from '../site/storage.js';

/** Undefined where no gateway ever ran, or its database cannot be read, which doctor reports. */
export async function storedSettings(
  loaded: LoadedConfig,
): Promise<Pick<StoredSettings, 'sections' | 'centrals'> | undefined> {
  try {
    return (await sharedSettings(loaded)) ?? (await readSettings(loaded.dataDir));
  } catch {
    return undefined;
  }
}

/**
 * Ignored settings of the CCUs in the file, in words for people; undefined where there are none, and where that is
 * unknown: other checks report reasons that prevent a start.
 */
export async function ignoredCentrals(start: {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
}): Promise<string | undefined> {
  try {
    const loaded = loadConfig(start);
    const stored = await storedSettings(loaded);
    const key = existingMasterKey(loaded);
    if (stored === undefined || stored.centrals.length === 0 || key === undefined) return undefined;
    const box = createSecretBox(key, randomBytes);
    const kept = openedCentrals(stored.centrals, { box, environment: (name) => start.env[name] });
    const difference = fileDifference(openSecrets(loaded, box).config.centrals, kept, isSameCentral);
    return difference === undefined ? undefined : fileDifferenceInWords(difference);
  } catch {
    return undefined;
  }
}
