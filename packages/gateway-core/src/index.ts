export { type ActingCore, type CorePorts, createGatewayCore, type GatewayCore } from './core.js';
export {
  type BackupWriting,
  backupEntryOf,
  backupStatusOf,
  deleteBackup,
  downloadBackup,
  restoreBackup,
  startBackup,
  uploadBackup,
} from './families/backups.js';
export {
  type CentralLinksRequest,
  type CentralLinkWriting,
  createCentralLinks,
  readCentralLinks,
  removeCentralLinks,
} from './families/central-links.js';
export {
  type CentralWriting,
  createCentral,
  deleteCentral,
  getCentral,
  ignoreDiscovered,
  listDiscovered,
  probeCentral,
  replaceCentral,
  takeCentralsFile,
  unignoreDiscovered,
  writeCentralsFile,
} from './families/centrals.js';
export { type ChangeHistoryReading, clearChanges, listChanges } from './families/change-history.js';
export { changeFlags } from './families/channel-flags.js';
export {
  type ConfigReading,
  type ConfigWriting,
  configSummary,
  knownSection,
  resetField,
  resetSection,
  saveSection,
} from './families/config.js';
export {
  type ConfigEditing,
  type ConfigSessions,
  createConfigSessions,
  discardConfigSession,
  moveStep,
  openConfigSession,
  pendingChanges,
  type SessionRequest,
  saveConfigSession,
  stageChange,
} from './families/config-sessions.js';
export { listCustomDataPoints, type Operating, operate } from './families/custom-data-points.js';
export {
  type DeviceAdministering,
  deleteDevice,
  labelChannel,
  labelDevice,
  reloadDevice,
  restoreConfig,
  updateFirmware,
} from './families/device-admin.js';
export { type DeviceView, getDataPoint, getDevice, listDevices, pageOfDevices, setValue } from './families/devices.js';
export {
  connectionBodies,
  type DiagnosticsReading,
  diagnosticsDump,
  incidentBody,
  logLevelsBody,
  reliabilityOf,
  signalsOf,
} from './families/diagnostics.js';
export { type DoctorRunning, runDoctor } from './families/doctor.js';
export { createEditLocks, editedByOther, holderBody, lockPlaceOf } from './families/edit-locks.js';
export { type FormReading, readDeviceFormSchema, readFormSchema } from './families/form-schema.js';
export { type GatewaysReading, readGateways } from './families/gateways.js';
export { createGroup, deleteGroup, type GroupWriting, listGroups, renameGroup } from './families/groups.js';
export { healthReport } from './families/health.js';
export {
  HISTORY_MAX_POINTS,
  HISTORY_MAX_SERIES,
  type HistoryReading,
  type HistoryRequest,
  readHistory,
} from './families/history.js';
export { type BucketRequest, type HistoryBucket, readHistoryBuckets } from './families/history-buckets.js';
export { acceptDevice, type InboxWriting, listInbox } from './families/inbox.js';
export {
  type InstallModeWriting,
  listInstallModes,
  pairDevice,
  searchDevices,
  setInstallMode,
} from './families/install-mode.js';
export { applyLinkProfile, listLinkProfiles } from './families/link-profiles.js';
export {
  addLink,
  changeLink,
  type LinkWriting,
  listAllLinks,
  listDeviceLinks,
  listLinkable,
  removeLink,
  testLink,
} from './families/links.js';
export {
  closeMatterWindow,
  listMatterExposable,
  listMatterFabrics,
  type MatterReading,
  type MatterWriting,
  matterStatusOf,
  NO_MATTER_BRIDGE,
  openMatterWindow,
  readMatterSetupPayload,
  removeMatterFabric,
  setMatterExposable,
  setMatterExposables,
} from './families/matter.js';
export {
  acknowledgeAll,
  acknowledgeMessage,
  disableServiceMessage,
  listAlarmMessages,
  listServiceMessages,
  listSuppressed,
  type MessageWriting,
  unsuppress,
} from './families/messages.js';
export { type MqttPreviewing, type MqttReading, mqttStatusOf, previewMqttDevice } from './families/mqtt.js';
export {
  deleteOwnBackup,
  downloadOwnBackup,
  listOwnBackups,
  type OwnBackupWriting,
  ownBackupsStatus,
  restoreOwnBackup,
  startOwnBackup,
  uploadOwnBackup,
  verifyOwnBackup,
} from './families/own-backups.js';
export {
  determineParameter,
  exportConfiguration,
  importConfiguration,
  type ParamsetWriting,
  paramsetPlaceOf,
  placeOf,
  readLinkParamset,
  readParamset,
  writeLinkParamset,
  writeParamset,
} from './families/paramsets.js';
export {
  deleteProgram,
  executeProgram,
  getProgram,
  listPrograms,
  type ProgramWriting,
  setProgramActive,
} from './families/programs.js';
export { RADIO_TRAFFIC_MAX_ROWS, type RadioTrafficReading, readRadioTraffic } from './families/radio-traffic.js';
export {
  activateProfile,
  copyProfile,
  copySchedule,
  readSchedule,
  readWeekProfile,
  type ScheduleWriting,
  setChannelLock,
  writeSchedule,
} from './families/schedules.js';
export { installUpdate, rebootCcu, restartGateway, type SystemWriting, testLoop } from './families/system.js';
export {
  changeSysvar,
  createSysvar,
  deleteSysvar,
  fetchSysvars,
  getSysvar,
  listSysvars,
  type SysvarWriting,
  setSysvar,
  sysvarUsage,
} from './families/sysvars.js';
export { readMany } from './families/values-batch.js';
export { testWebhook, type WebhookTesting, webhooksStatusOf } from './families/webhooks.js';
export type * from './ports/backups.js';
export type * from './ports/centrals.js';
export type * from './ports/config.js';
export type * from './ports/device-families.js';
export type * from './ports/diagnostics.js';
export type * from './ports/doctor.js';
export type * from './ports/editing.js';
export type * from './ports/gateways.js';
export type * from './ports/history.js';
export type * from './ports/house.js';
export type * from './ports/hub.js';
export type * from './ports/icons.js';
export type * from './ports/inbox.js';
export type * from './ports/labels.js';
export type * from './ports/matter.js';
export type * from './ports/mqtt.js';
export type * from './ports/own-backups.js';
export type * from './ports/preferences.js';
export type * from './ports/system.js';
export type * from './ports/visibility.js';
export type * from './ports/webhooks.js';
export { incidentSummary } from './upkeep/incident-words.js';
export { type ActingPrincipal, type Caller, principalOf, serviceCaller } from './use-case/caller.js';
export { chooseCentral, knownScope } from './use-case/choose.js';
export {
  type ErrorCode,
  GatewayError,
  type GatewayErrorDetails,
  invalid,
  NOT_TAKEN_YET,
  notFound,
  OUTCOME_UNKNOWN,
} from './use-case/errors.js';
export { pageOf } from './use-case/page.js';
export { isPending, makeChange, type Recording, recordChange } from './use-case/record.js';
export { found, unlessRefused } from './use-case/refusal.js';
export {
  KEYFRAME_MS,
  type PointPlace,
  pointSeries,
  RADIO_METRICS,
  type RadioMetric,
  RECORDING_SERIES,
  radioSeries,
} from './use-case/series.js';
export { appliedBefore, inOrder, type Step } from './use-case/steps.js';
export { toTimestamp } from './use-case/timestamp.js';
export { notReadFrom, refuseUnread } from './use-case/unread.js';
export type { UseCase } from './use-case/use-case.js';
