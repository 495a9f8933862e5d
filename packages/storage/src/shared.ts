import type { AuthStores, ExclusiveStores } from '@ccu-gateway/auth-core';
import type { AreaStore } from '@ccu-gateway/gateway-core/use-cases';
import type { AuditStore } from './audit/store.js';
import type { StorageError } from './database/driver/errors.js';
import type { IncidentStore } from './house/incidents.js';
import type { CentralStore, FactStore, SectionStore, StoredPreferences, UnignoreStore } from './house/settings.js';

/** Stores that one piece of exclusive work reads and writes. */
export interface ExclusiveSharedStores {
  readonly auth: ExclusiveStores;
  readonly sections: SectionStore;
  readonly centrals: CentralStore;
}

/** Data that several gateways share. One machine keeps it in its file, several in a shared database. */
export interface SharedStores {
  readonly auth: AuthStores;
  readonly audit: AuditStore;
  readonly sections: SectionStore;
  readonly centrals: CentralStore;
  readonly preferences: StoredPreferences;
  readonly unignore: UnignoreStore;
  readonly areas: AreaStore;
  readonly incidents: IncidentStore;
  /** Notes for all programs that share it. */
  readonly facts: FactStore;
  /** As `auth.exclusively`, and in the same turn, with the other stores that decide about access. */
  exclusively<T>(work: (stores: ExclusiveSharedStores) => Promise<T>): Promise<T>;
  /** The obstacle to writes; undefined without one. */
  trouble(): StorageError | undefined;
  /**
   * Deletes every user, session and API token, and every noted authentication source, in one transaction; counts the
   * first three.
   */
  resetAccess(at: number): Promise<{ readonly users: number; readonly sessions: number; readonly tokens: number }>;
  /**
   * Writes every sealed value anew, all or none; returns their number. `path` is the path that a value is sealed for:
   * `centrals.<name>.<member…>` or `<section>.<member…>`.
   */
  reseal(rewrite: (sealed: string, path: string) => string): Promise<number>;
}
