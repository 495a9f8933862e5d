import type { AuthStores, ExclusiveStores } from '@ccu-gateway/auth-core';
import type { AuditStore } from './audit/store.js';
import type { StorageError } from './database/errors.js';
import type { IncidentStore } from './house/incidents.js';
import type { CentralStore, FactStore, PreferenceStore, SectionStore, UnignoreStore } from './house/settings.js';

/** What one piece of work that runs alone reads and writes. */
export interface ExclusiveSharedStores {
  readonly auth: ExclusiveStores;
  readonly sections: SectionStore;
  readonly centrals: CentralStore;
}

/** Stores that several gateways share. One machine has them in its file, several in a shared database. */
export interface SharedStores {
  readonly auth: AuthStores;
  readonly audit: AuditStore;
  readonly sections: SectionStore;
  readonly centrals: CentralStore;
  readonly preferences: PreferenceStore;
  readonly unignore: UnignoreStore;
  readonly incidents: IncidentStore;
  /** What is noted for whoever shares it. */
  readonly facts: FactStore;
  /** As `auth.exclusively`, and in the same turn, with what decides beside the accounts who is let in. */
  exclusively<T>(work: (stores: ExclusiveSharedStores) => Promise<T>): Promise<T>;
  /** What keeps it from taking writes; undefined when nothing does. */
  trouble(): StorageError | undefined;
  /** Deletes every user, session and API token, and every noted way in, in one transaction; counts the first three. */
  resetAccess(at: number): Promise<{ readonly users: number; readonly sessions: number; readonly tokens: number }>;
  /**
   * Writes every sealed value anew, all or none; answers how many. `path` is what a value is sealed for:
   * `centrals.<name>.<member…>` or `<section>.<member…>`.
   */
  reseal(rewrite: (sealed: string, path: string) => string): Promise<number>;
}
