export type { AuditEntry, AuditQuery, IncidentRecord } from '@ccu-gateway/gateway-core/use-cases';
export type { AuditStore } from './audit/store.js';
export { checkCopy, copyData, type DataCopy } from './backup/copy-data.js';
export { DATA_FILES } from './backup/data-files.js';
export { type Merged, prepareRestored } from './backup/prepare-restored.js';
export { openRestoreStage, type RestoreStage } from './backup/restore-stage.js';
export { loadSqlite, type SqliteDriverChoice } from './database/driver/driver.js';
export { isTransientStorageError, StorageError, type StorageErrorCode } from './database/driver/errors.js';
export type {
  Changes,
  Connection,
  OpenOptions,
  SqliteDriver,
  SqliteDriverName,
  Statement,
  Transaction,
} from './database/driver/sqlite.js';
export { DATABASE_SCHEMA, type DatabaseExamination, examineDatabase } from './database/examine.js';
export { createPrivate, createPrivateFolder, DATABASE_FILE, openPrivate, restrictRights } from './database/files.js';
export { type DataDirLock, type LockLook, lockDataDir, lookAtLock } from './database/lock.js';
export { actingAsOwner, asOwner } from './database/owner.js';
export type { RestoreStep } from './database/pending-restore.js';
export type { StorageClock, StorageLogger } from './database/ports.js';
export { restorePending } from './database/restore-files.js';
export type { EventLog, EventLogLimits } from './events/event-log.js';
export type { EventNumbers } from './events/event-numbers.js';
export { type EventStore, type EventStoreOptions, openEventStore } from './events/open-events.js';
export { type HistoryFile, type HistoryFileOptions, openHistoryFile } from './history/open-history.js';
export { openHistorySpool, removeHistorySpool } from './history/spool/open-spool.js';
export type { DescriptionStore } from './house/descriptions.js';
export type { IncidentQuery, IncidentStore, StoredIncident } from './house/incidents.js';
export { readSettings, type StoredSettings } from './house/read-settings.js';
export type {
  CentralStore,
  FactStore,
  SectionStore,
  StoredCentral,
  StoredPreferences,
  UnignoreEntry,
  UnignoreStore,
} from './house/settings.js';
export type { StoredValue, ValueStore } from './house/values.js';
export { type MatterFile, type MatterFileOptions, openMatterFile, resetMatterFile } from './matter/matter-file.js';
export { openReadOnly, openStorage, type Storage, type StorageOptions } from './open.js';
export type { ExclusiveSharedStores, SharedStores } from './shared.js';
