import type { AuthStores } from '@ccu-gateway/auth-core';
import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import type { SharedStores } from '@ccu-gateway/storage';
import type { Log } from '../log/log.js';
import type { Time } from '../time/time.js';

/** A database that several gateways share. */
export interface SharedPart {
  /** Without the password, for messages and pages. */
  readonly name: string;
  /** Address of the database by the configuration, the same for all spellings. */
  readonly at: string;
  /** Undefined when it could not be opened. */
  readonly stores: SharedStores | undefined;
  readonly auth: AuthStores;
  /** Noted in it by the first gateway; undefined when it could not be opened. */
  readonly identity: string | undefined;
  /** Resolves with the reason when this process must stop with it: its secrets were sealed anew with another key. */
  readonly foreign: Promise<string>;
  /** The reason why it cannot be read or written. */
  trouble(): string | undefined;
  /** True when another start would find it working, where this one did not. */
  worksAgain(): Promise<boolean>;
  close(): Promise<void>;
}

export interface SharedPartOptions {
  readonly box: SecretBox;
  /** Why nothing may be opened: the key of this process ends with it. */
  readonly keyProblem: string | undefined;
  readonly time: Time;
  readonly log: Log;
  readonly gatherMs: number;
  /** The name of this gateway for the others. */
  readonly gateway: string;
  /** See `StoreOptions`. */
  readonly canStartWith?: ((stores: Pick<SharedStores, 'sections' | 'centrals'>) => Promise<void>) | undefined;
}
