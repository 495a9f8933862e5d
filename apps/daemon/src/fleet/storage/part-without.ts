import { GatewayError } from '@ccu-gateway/gateway-core';
import { StorageError } from '@ccu-gateway/storage';
import { ConfigError } from '../../config/index.js';
import type { Log } from '../../log/log.js';
import type { SharedPart } from '../../storage/shared.js';
import { storesWithoutSharedDatabase } from '../../storage/stores-without-database.js';

interface PartWithoutDeps {
  /** Where it would be, for messages, without the password. */
  readonly name: string;
  readonly at: string;
  readonly log: Log;
  /** Does all that a start would do with it, and lets go of it. */
  readonly tryToOpen: () => Promise<void>;
}

const MEANWHILE = 'meanwhile only users of the configuration file sign in';

/** The shared stores where PostgreSQL cannot be used at the start. */
export function partWithout(cause: StorageError, { name, at, log, tryToOpen }: PartWithoutDeps): SharedPart {
  let found = saidBy(cause);
  let looking: Promise<unknown> = Promise.resolve();
  const say = () => log.error('storage.shared.unavailable', { ...found });
  const look = async () => {
    try {
      await tryToOpen();
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const before = found.reason;
      found = saidBy(error);
      if (found.reason !== before) say();
      return false;
    }
  };
  say();
  return {
    name,
    at,
    stores: undefined,
    auth: storesWithoutSharedDatabase(cause),
    identity: undefined,
    foreign: new Promise<string>(() => {}),
    trouble: () => `${found.reason}${found.remedy === undefined ? '' : `: ${found.remedy}`}; ${MEANWHILE}`,
    async worksAgain(): Promise<boolean> {
      const looked = look();
      looking = looked.catch(() => undefined);
      return await looked;
    },
    // A check that has begun there comes to its end before another process begins.
    close: async (): Promise<void> => void (await looking),
  };
}

type Refusal = StorageError | ConfigError | GatewayError;

const isRefusal = (error: unknown): error is Refusal =>
  [StorageError, ConfigError, GatewayError].some((kind) => error instanceof kind);

interface Said {
  readonly code: string;
  readonly reason: string;
  readonly remedy?: string;
}

function saidBy(error: Refusal): Said {
  const { code } = error;
  if (error instanceof ConfigError) {
    return { code, reason: error.issues.map(({ origin, message }) => `${origin}: ${message}`).join('; ') };
  }
  const remedy = error instanceof StorageError ? error.remedy : undefined;
  return { code, reason: error.message, ...(remedy !== undefined && { remedy }) };
}
