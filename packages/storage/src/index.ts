export type { AuditEntry } from './audit/entry.js';
export type { AuditFilter } from './audit/rows.js';
export type { AuditStore } from './audit/store.js';
export { isTransientStorageError, StorageError, type StorageErrorCode } from './errors.js';
export type { EventLog, EventLogLimits } from './event-log.js';
export type { EventNumbers } from './event-numbers.js';
export { DATABASE_FILE } from './files.js';
export type { DescriptionStore } from './house/descriptions.js';
export type { Incident, IncidentQuery, IncidentStore } from './house/incidents.js';
export type {
  CentralStore,
  FactStore,
  PreferenceStore,
  SectionStore,
  StoredCentral,
  UnignoreEntry,
  UnignoreStore,
} from './house/settings.js';
export type { StoredValue, ValueStore } from './house/values.js';
export { type DataDirLock, lockDataDir } from './lock.js';
export { openReadOnly, openStorage, type Storage, type StorageOptions } from './open.js';
export { type EventStore, type EventStoreOptions, openEventStore } from './open-events.js';
export type { StorageClock, StorageLogger } from './ports.js';
