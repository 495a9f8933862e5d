import { randomBytes } from 'node:crypto';
import { createSecretBox, deriveKey, type SecretBox } from '@ccu-gateway/auth-core/secrets';
import { hasSealedValues, type LoadedConfig, loadMasterKey, openSecrets, sealUsers } from './config/index.js';
import type { Log } from './log/log.js';

export interface Secrets {
  /** The configuration with every secret in clear text, in memory only. */
  readonly loaded: LoadedConfig;
  readonly box: SecretBox;
  /** Outlives the process, so that pages that were open across a restart can still send their forms. */
  readonly csrfKey: Uint8Array;
}

/**
 * Opens what is sealed in the configuration, and seals the passwords that still stand in the file in clear text.
 * @throws ConfigError when sealed values exist but the key is missing, malformed or another one
 */
export function openConfigSecrets(loaded: LoadedConfig, log: Log): Secrets {
  const { environment, dataDir, file } = loaded;
  const key = loadMasterKey({ environment, dataDir, needed: hasSealedValues(loaded.config) });
  const box = createSecretBox(key, randomBytes);
  if (file !== undefined) {
    const { sealed, plaintext } = sealUsers(file, box);
    if (sealed.length > 0) log.info('passwords in the configuration file were sealed', { users: sealed });
    if (plaintext.length > 0) log.warn('config.secret.plaintext', { users: plaintext });
  }
  return { loaded: openSecrets(loaded, box), box, csrfKey: deriveKey(key, 'csrf') };
}
