import type { Actor, Auth } from '@ccu-gateway/auth-core';
import type { SharedStores, Storage } from '@ccu-gateway/storage';

/** Accounts and tokens, opened beside a running gateway or without one: in the file of a data directory, or in a shared database. */
export interface Offline {
  readonly stores: SharedStores;
  /** For people. */
  readonly where: string;
  /** Storage of the gateway on this machine; undefined where none ran. */
  readonly file: Storage | undefined;
  readonly auth: Auth;
  readonly actor: Actor;
}
