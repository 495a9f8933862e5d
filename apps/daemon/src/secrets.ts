import { randomBytes } from 'node:crypto';
import { createSecretBox, deriveKey, type SecretBox } from '@ccu-gateway/auth-core/secrets';
import {
  checkUserPasswords,
  type LoadedConfig,
  loadMasterKey,
  openSecrets,
  sealedPlaces,
  sealUsers,
} from './config/index.js';
import type { Log } from './log/log.js';

export interface Secrets {
  /** The configuration with every secret in clear text, in memory only. */
  readonly loaded: LoadedConfig;
  readonly box: SecretBox;
  /** Outlives the process, so that pages that were open across a restart can still send their forms. */
  readonly csrfKey: Uint8Array;
  /** Outlives it too, so that sessions of users of the file end with a new password and not with a restart. */
  readonly epochKey: Uint8Array;
  /**
   * Seals the passwords that still stand in the file in clear text. Only for a gateway that has started: one that fails,
   * say with another data directory than the one that was meant, must leave the file readable for the next attempt.
   */
  sealFile(): void;
}

/** Opens what is sealed in the configuration. @throws ConfigError when a key is missing, malformed or another one */
export function openConfigSecrets(loaded: LoadedConfig, log: Log): Secrets {
  const { environment, dataDir, file } = loaded;
  const key = loadMasterKey({ environment, dataDir, sealed: (message) => sealedPlaces(loaded, message) });
  const box = createSecretBox(key, randomBytes);
  const opened = openSecrets(loaded, box);
  checkUserPasswords(opened);
  return {
    loaded: opened,
    box,
    csrfKey: deriveKey(key, 'csrf'),
    epochKey: deriveKey(key, 'sessions'),
    sealFile() {
      if (file === undefined) return;
      const { sealed, plaintext } = sealUsers(file, box);
      if (sealed.length > 0) log.info('passwords in the configuration file were sealed', { users: sealed });
      if (plaintext.length > 0) log.warn('config.secret.plaintext', { users: plaintext });
    },
  };
}
