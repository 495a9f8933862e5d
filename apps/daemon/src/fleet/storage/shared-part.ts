import { randomUUID } from 'node:crypto';
import type { SetupCodeStore } from '@ccu-gateway/auth-core';
import { type SecretBox, SecretError } from '@ccu-gateway/auth-core/secrets';
import { openPostgres, type PostgresPlace, type PostgresStorage } from '@ccu-gateway/postgres';
import { StorageError } from '@ccu-gateway/storage';
import { ConfigError } from '../../config/index.js';
import type { SharedPart, SharedPartOptions } from '../../storage/shared.js';
import { partWithout } from './part-without.js';

interface PostgresPartOptions extends SharedPartOptions {
  readonly place: PostgresPlace;
}

/** These are not trouble that passes: starting would do harm. */
const REFUSED: readonly StorageError['code'][] = ['storage_in_use', 'storage_schema_newer'];

/**
 * Opens the stores that the fleet shares. Where they cannot be used only users of the file are let in, and everything
 * else runs.
 * @throws StorageError `storage_in_use`, `storage_schema_newer`
 * @throws ConfigError where its secrets are sealed with another key
 */
export async function openSharedPart(options: PostgresPartOptions): Promise<SharedPart> {
  try {
    const { opened, identity } = await openUsable(options);
    options.log.info('storage.shared', { where: opened.name });
    return {
      name: opened.name,
      at: placeKey(options.place),
      stores: opened,
      auth: { ...opened.auth, setupCode: createSetupCodeStore(opened, options.box) },
      identity,
      foreign: foreignKey(opened, options),
      trouble: () => opened.trouble()?.message,
      worksAgain: async () => false,
      close: opened.close,
    };
  } catch (error) {
    if (!(error instanceof StorageError) || REFUSED.includes(error.code)) throw error;
    const { place, log } = options;
    return partWithout(error, {
      name: `PostgreSQL ${place.host}:${place.port}/${place.database}`,
      at: placeKey(place),
      log,
      async tryToOpen() {
        const { opened } = await openUsable(options);
        try {
          await options.canStartWith?.(opened);
        } finally {
          await opened.close();
        }
      },
    });
  }
}

const placeKey = ({ host, port, database, schema }: PostgresPlace) => JSON.stringify([host, port, database, schema]);

/** All that a start asks of the database: it must take writes, and its schema must be there or be made. */
async function openUsable(
  options: PostgresPartOptions,
): Promise<{ readonly opened: PostgresStorage; readonly identity: string }> {
  const { place, time, log, gatherMs, gateway } = options;
  if (options.keyProblem !== undefined) throw new StorageError('storage_unavailable', options.keyProblem);
  const opened = await openPostgres({ ...place, clock: time, log, gatherMs, gateway });
  try {
    await checkKey(opened, options.box);
    return { opened, identity: String(await opened.facts.first(IDENTITY, randomUUID())) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const RETRY_MS = 1_000;

/** While its connection was lost this process did not keep secrets from being sealed anew. */
function foreignKey(
  opened: PostgresStorage,
  { box, time, log }: Pick<SharedPartOptions, 'box' | 'time' | 'log'>,
): Promise<string> {
  return new Promise((resolve) => {
    const check = () => {
      checkKey(opened, box).catch((error: unknown) => {
        if (error instanceof ConfigError) {
          log.error('storage.shared.foreign', { reason: error.message });
          resolve('secrets were sealed with another key');
        } else if (!(error instanceof StorageError && error.code === 'storage_closed')) {
          time.after(RETRY_MS, check);
        }
      });
    };
    opened.onReconnect(check);
  });
}

const PROBE = 'key_probe';
const IDENTITY = 'fleet_identity';
const SETUP_CODE = 'setup_code';

/** Sealed, as passwords are: a reader of the database must not be able to set the gateway up. */
function createSetupCodeStore({ facts }: PostgresStorage, box: SecretBox): SetupCodeStore {
  const path = `facts.${SETUP_CODE}`;
  return {
    first: async (code) => box.open(String(await facts.first(SETUP_CODE, box.seal(code, path))), path),
    forget: () => facts.remove(SETUP_CODE),
  };
}

/** Two keys in one fleet: the others could not open the secrets that one gateway seals. */
async function checkKey({ facts, name }: PostgresStorage, box: SecretBox): Promise<void> {
  const path = `facts.${PROBE}`;
  const noted = await facts.first(PROBE, box.seal('ccu-gateway', path));
  try {
    box.open(String(noted), path);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    const message =
      'its secrets are sealed with another key: all gateways of a fleet need the same one. Give this gateway the ' +
      'secret.key of the others, in its data directory or with SERVICE_SECRET_KEY_FILE';
    throw new ConfigError('config_invalid', [{ path: 'persistence.postgres', message, origin: name }]);
  }
}
