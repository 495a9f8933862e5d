import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import { type LoadedConfig, readYaml, refuseCutSecrets } from './load.js';
import { type ConfigLayer, resolveLayers, valueAt } from './resolve.js';
import { defaultsOf } from './schema/profile.js';
import type { CentralConfig } from './schema/schema.js';
import { openSecrets } from './seal.js';

/**
 * The CCUs in the configuration file now, with their passwords opened; the rest of the file is not validated.
 *
 * @throws ConfigError naming the line that cannot be used
 */
export function centralsOfFile(file: string, loaded: LoadedConfig, box: SecretBox): readonly CentralConfig[] {
  const yaml = readYaml(file);
  const centrals = valueAt(yaml.value, ['centrals']);
  if (centrals === undefined) return [];
  const layers: readonly ConfigLayer[] = [
    { source: 'bootstrap', value: defaultsOf(loaded.config.profile), locate: () => ({ origin: 'profile' }) },
    { source: 'bootstrap', value: { centrals }, locate: (path) => ({ origin: file, line: yaml.lineOf(path) }) },
  ];
  const resolved = resolveLayers(layers);
  refuseCutSecrets(resolved.config, layers, yaml);
  return openSecrets({ ...loaded, ...resolved, layers }, box).config.centrals;
}
