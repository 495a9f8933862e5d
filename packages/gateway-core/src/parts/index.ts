export type { ChainedEntry, JournalHead } from '@ccu-gateway/alarm';
export type { Act, ActWrite } from '../acts/act.js';
export type { ActRecords } from '../acts/book.js';
export { type ActKeeper, type ActKeeperDeps, createActKeeper } from '../acts/keeper.js';
export type { AlarmEvent, AlarmSystem } from '../alarm/alarm.js';
export { withoutBoundKeys } from '../alarm/bound-keys.js';
export { type AlarmKeeper, type AlarmKeeperDeps, createAlarmKeeper } from '../alarm/keeper.js';
export type { PinHasher } from '../alarm/pins.js';
export type { AlarmRecords, JournalQuery, StoredAlarm } from '../alarm/records.js';
export { createLiveReports, type LiveReport, type LiveReports } from '../alarm/reports.js';
export { type ArchiveCheck, ArchiveTooLarge, createArchiveCheck, DamagedArchive } from '../backups/archive-check.js';
export { createBackups } from '../backups/backups.js';
export { isBackupDue } from '../backups/due.js';
export { scheduleBackups } from '../backups/schedule.js';
export { createIconSource, type FetchFile, type IconDeps, type WebPlace } from '../ccu/artwork.js';
export { createCentralLinkControl } from '../ccu/central-links.js';
export { type ConnectedCcus, connectedCcu } from '../ccu/connected.js';
export { createDeviceControl } from '../ccu/devices.js';
export { createDiagnostics } from '../ccu/diagnostics.js';
export { createFirmwareInstall } from '../ccu/firmware-install.js';
export { createGroupControl } from '../ccu/groups.js';
export { createHeatingGroupControl } from '../ccu/heating-groups.js';
export { createProgramControl, createSysvarControl } from '../ccu/hub-control.js';
export { createInterfaceControl } from '../ccu/interfaces.js';
export { createLinkControl } from '../ccu/links.js';
export { createMessageControl } from '../ccu/messages.js';
export { createInboxControl, createInstallModeControl } from '../ccu/pairing.js';
export { createParamsetReader } from '../ccu/paramsets.js';
export { type Door, probeReport } from '../ccu/probe.js';
export { createRadioBudgets } from '../ccu/radio.js';
export { createReceiverControl } from '../ccu/receivers.js';
export { askCcu, refusal } from '../ccu/refusal.js';
export { createSwapControl } from '../ccu/swaps.js';
export { createLoopTester, createSystemControl, createSystemView } from '../ccu/system.js';
export { createCcuWriter } from '../ccu/writer.js';
export {
  type CentralAdministration,
  type CentralAdministrationDeps,
  type CentralFormat,
  type CentralRecords,
  createCentralAdministration,
  type KeptCentral,
} from '../centrals/administration.js';
export { type CentralDirectory, createCentralDirectory, type DirectoryEntry } from '../centrals/directory.js';
export { fileDifference, fileDifferenceInWords } from '../centrals/file-difference.js';
export { isPasswordVariable, passwordChange, SECRET_MASK } from '../centrals/password.js';
export { createHotSettings, type HotSettings } from '../config/hot-settings.js';
export type { SectionNotInForce } from '../config/kept-sections.js';
export { type ConfigLayout, isAtOrBelow, sectionOwning } from '../config/layout.js';
export { refusedField } from '../config/refusals.js';
export {
  type ConfigFormat,
  createRuntimeConfig,
  type RuntimeConfig,
  type RuntimeConfigDeps,
} from '../config/runtime-config.js';
export type { AcceptedConfig } from '../config/saved-config.js';
export type { SectionRecords, Sections } from '../config/section-records.js';
export { diagnose } from '../doctor/diagnose.js';
export { createWriteTrouble, type WriteTrouble } from '../doctor/write-trouble.js';
export { isCcuCounter } from '../energy/ccu-counters.js';
export { variablesOf } from '../energy/pricing.js';
export { NO_TARIFFS } from '../energy/tariffs.js';
export {
  createFirmwareConductor,
  type FirmwareConductor,
  type FirmwareConductorDeps,
  type FirmwareRecords,
} from '../firmware/conductor.js';
export type { FirmwarePlan, PlannedUpdate, PlanSettings, UpdateState } from '../firmware/plan.js';
export { callersFinding } from '../health/callers.js';
export { clockFinding, createClockWatch } from '../health/clock.js';
export { createHealth, type Finding, type Health } from '../health/health.js';
export { createHistoryImports, type HistoryImportsDeps, type RunningImports } from '../history/import/keeper.js';
export { createHistoryRecorder, type HistoryRecorder, type HistoryRecorderDeps } from '../history/recorder.js';
export type { HistorySettings } from '../history/selection.js';
export type {
  HubIntervals,
  HubSyncOptions,
  HubSyncSettings,
} from '../hub/hub-sync.js';
export { createHubSyncs, type HubSyncs } from '../hub/hub-syncs.js';
export { createIdentities, type Identities, type Identity, idsOf } from '../hub/identities.js';
export type { HubPart } from '../hub/parts.js';
export { topicOf } from '../hub/topic.js';
export type { ArchiveReport, BackupFiles } from '../ports/backup-files.js';
export type { CentralDocuments } from '../ports/documents.js';
export type { ProblemTime, ProblemTimeChange, ProblemTimeQuery, ProblemTimes } from '../ports/problem-times.js';
export type { NextTurn, Time } from '../ports/time.js';
export type { KeptValue, ValueRecords } from '../ports/values.js';
export { createReplacementBook, type ReplacementBook } from '../replacement/book.js';
export { createReplacementKeeper, type ReplacementKeeper, type ReplacementKeeperDeps } from '../replacement/keeper.js';
export {
  createSecurityKeeper,
  type SecurityKeeper,
  type SecurityKeeperDeps,
  type SecurityRecords,
} from '../security/keeper.js';
export { createCentralLinkKeeper } from '../upkeep/central-links.js';
export { type ChannelFlagMemory, createChannelFlags } from '../upkeep/channel-flags.js';
export { type ConfigurationKeeper, createConfigurationKeeper } from '../upkeep/configurations.js';
export {
  type CcuDiscovery,
  createDiscovery,
  type DiscoveryDeps,
  type IgnoredRecords,
  type Search,
} from '../upkeep/discovery.js';
export { ccuFindings } from '../upkeep/findings.js';
export { watchHeatingGroups } from '../upkeep/heating-groups.js';
export { INCIDENT_SUMMARIES, type IncidentMeaning, incidentMeaning } from '../upkeep/incident-words.js';
export { connectionIncidentOf, type IncidentRecords, recordIncidents } from '../upkeep/incidents.js';
export { createValueKeeper, type ValueKeeper, type ValueKeeperOptions } from '../upkeep/kept-values.js';
export { logLinks } from '../upkeep/link-log.js';
export { createLinkKeeper, type LinkKeeper } from '../upkeep/links.js';
export { createNewDevices, type HoldingCcu, type NewDevices, type NewDevicesDeps } from '../upkeep/new-devices.js';
export { type ProblemRecorder, type ProblemRecorderDeps, recordProblems } from '../upkeep/problem-recorder.js';
export { createProblemWatch, type ProblemWatch } from '../upkeep/problem-watch.js';
export {
  createRadioTraffic,
  type KeptTraffic,
  type RadioTrafficCounter,
  type RadioTrafficRecords,
} from '../upkeep/radio-traffic.js';
export { type ConfiguredCcu, withRemedies } from '../upkeep/remedy.js';
export { createVisibilityControl, restoreVisibility, type VisibilityDeps } from '../upkeep/visibility.js';
export { defined } from '../use-case/defined.js';
export { noStorage } from '../use-case/errors.js';
export { every } from '../use-case/every.js';
export { leftOutOf } from '../use-case/left-out.js';
export type { VariablePlace } from '../use-case/series.js';
