import { randomBytes } from 'node:crypto';
import { createSecretBox, deriveKey, type SecretBox } from '@ccu-gateway/auth-core/secrets';
import {
  checkUserPasswords,
  KeyUnwritten,
  type LoadedConfig,
  loadMasterKey,
  openSecrets,
  sealedPlaces,
  sealFile,
  temporaryMasterKey,
} from '../config/index.js';
import type { Log } from '../log/log.js';

export interface Secrets {
  /** The configuration with every secret in clear text, in memory only. */
  readonly loaded: LoadedConfig;
  readonly box: SecretBox;
  /**
   * The reason, for people, why the key ends with this process: values that it seals must not be kept. Undefined when
   * it does not.
   */
  readonly keyProblem: string | undefined;
  /** Outlives the process, so that pages that were open across a restart can still send their forms. */
  readonly csrfKey: Uint8Array;
  /** Outlives it too, so that sessions of users of the file end with a new password and not with a restart. */
  readonly epochKey: Uint8Array;
  /**
   * Seals the passwords that still stand in the file in clear text. Only for a gateway that has started: one that
   * fails, for example with another data directory than intended, must leave the file readable for the next attempt.
   */
  sealFile(): void;
}

/** Opens the sealed values of the configuration. @throws ConfigError when a key is missing, malformed or another one */
export function openConfigSecrets(loaded: LoadedConfig, log: Log): Secrets {
  const { environment, dataDir, file } = loaded;
  const { key, keyProblem } = keyOrTemporary(
    () => loadMasterKey({ environment, dataDir, sealed: (message) => sealedPlaces(loaded, message) }),
    log,
  );
  const box = createSecretBox(key, randomBytes);
  const opened = openSecrets(loaded, box);
  checkUserPasswords(opened);
  return {
    loaded: opened,
    box,
    keyProblem,
    csrfKey: deriveKey(key, 'csrf'),
    epochKey: deriveKey(key, 'sessions'),
    sealFile() {
      if (file === undefined || keyProblem !== undefined) return;
      const { sealed, plaintext } = sealFile(file, box);
      if (sealed.length > 0) log.info('secrets in the configuration file were sealed', { secrets: sealed });
      if (plaintext.length > 0) log.warn('config.secret.plaintext', { secrets: plaintext });
    },
  };
}

/** A data directory that takes no new file is trouble with storage, which must not stop the gateway. */
function keyOrTemporary(
  load: () => Uint8Array,
  log: Log,
): { readonly key: Uint8Array; readonly keyProblem: string | undefined } {
  try {
    return { key: load(), keyProblem: undefined };
  } catch (error) {
    if (!(error instanceof KeyUnwritten)) throw error;
    log.error('config.secret.key_unwritten', { reason: error.message });
    return { key: temporaryMasterKey(), keyProblem: error.reason };
  }
}
