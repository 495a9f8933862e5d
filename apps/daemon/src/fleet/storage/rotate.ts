import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createSecretBox, isSealed } from '@ccu-gateway/auth-core/secrets';
import { openPostgres } from '@ccu-gateway/postgres';
import { asOwner } from '@ccu-gateway/storage';
import { type GatewayConfig, keyFiles, type LoadedConfig, readKeyFile, Secret } from '../../config/index.js';
import { postgresPlace } from './place.js';

/** The shared database of this configuration, to be sealed anew. @throws ConfigError, StorageError */
export async function openSharedToRotate(loaded: LoadedConfig) {
  const place = postgresPlace(withOpenAddress(loaded));
  return await openPostgres({ ...place, listen: false });
}

/** Where a rotation was interrupted, the address may be sealed with the one key or with the other. @throws ConfigError */
function withOpenAddress({ config, dataDir }: LoadedConfig): Pick<GatewayConfig, 'persistence'> {
  const { current, next } = keyFiles(dataDir);
  const open = (secret: Secret | undefined, key: string) => {
    if (secret === undefined || !isSealed(secret.reveal())) return secret;
    const boxes = [current, next].filter((file) => existsSync(file)).map((file) => boxOf(file));
    const box = boxes.find(({ keyId }) => secret.reveal().startsWith(`enc:v1:${keyId}:`)) ?? boxes[0];
    return box === undefined ? secret : new Secret(box.open(secret.reveal(), `persistence.postgres.${key}`));
  };
  const { postgres, ...persistence } = config.persistence;
  const opened = { ...postgres, url: open(postgres.url, 'url'), password: open(postgres.password, 'password') };
  return { persistence: { ...persistence, postgres: opened } };
}

const boxOf = (file: string) =>
  createSecretBox(
    asOwner(dirname(file), () => readKeyFile(file)),
    randomBytes,
  );
