import type { Auth } from '@ccu-gateway/auth-core';
import type { EventStream } from '@ccu-gateway/event-stream';
import type {
  AuditLog,
  Backups,
  CentralControl,
  CentralView,
  ChangeHistory,
  Clock,
  ConfigControl,
  ConfigView,
  DiagnosticsView,
  Discovery,
  EditLocks,
  EntityLabels,
  GroupControl,
  HealthSource,
  House,
  HubView,
  IconSource,
  InboxControl,
  IncidentLog,
  InfoSource,
  InstallModeControl,
  Logger,
  LogLevelControl,
  LogView,
  LoopTester,
  MessageControl,
  PreferenceStore,
  ProgramControl,
  SystemControl,
  SystemView,
  SysvarControl,
  VisibilityControl,
} from '@ccu-gateway/gateway-core';
import type { ConnectionCounter } from '../events/limits.js';
import type { Operation } from '../operation/operation.js';
import { backupOperations } from './backups.js';
import { centralOperations } from './centrals.js';
import { configOperations } from './config.js';
import { diagnosticsOperations } from './diagnostics.js';
import { editSessionOperations } from './edit-sessions.js';
import { groupOperations } from './groups.js';
import { inboxOperations } from './inbox.js';
import { installModeOperations } from './install-mode.js';
import { logOperations } from './logs.js';
import { matterOperations } from './matter.js';
import { messageOperations } from './messages.js';
import { metricsOperations } from './metrics.js';
import { optional } from './optional.js';
import { preferenceOperations } from './preferences.js';
import { programOperations } from './programs.js';
import { systemOperations } from './system.js';
import { sysvarOperations } from './sysvars.js';
import { uiOperations } from './ui.js';
import { visibilityOperations } from './visibility.js';

/** Ports of the families below. Each may be left out; its families are then not there. */
export interface HubServices {
  readonly hub: HubView;
  readonly programs: ProgramControl;
  readonly sysvars: SysvarControl;
  readonly messages: MessageControl;
  readonly groups: GroupControl;
  readonly inbox: InboxControl;
  readonly installMode: InstallModeControl;
  readonly systemView: SystemView;
  readonly system: SystemControl;
  readonly loopTester: LoopTester;
  readonly config: ConfigView;
  readonly configControl: ConfigControl;
  readonly centralView: CentralView;
  readonly centralControl: CentralControl;
  readonly discovery: Discovery;
  readonly visibility: VisibilityControl;
  readonly backups: Backups;
  readonly diagnostics: DiagnosticsView;
  readonly incidentLog: IncidentLog;
  readonly changeHistory: ChangeHistory;
  readonly log: LogView;
  readonly logLevels: LogLevelControl;
  readonly preferences: PreferenceStore;
  readonly icons: IconSource;
  readonly labels: EntityLabels;
  readonly uiLog: Pick<Logger, 'info'>;
  readonly editLocks: EditLocks;
}

/** What these families share with all others. */
export interface CommonServices {
  readonly auth: Auth;
  readonly events: EventStream;
  readonly house: House;
  readonly info: InfoSource;
  readonly health: HealthSource;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly connections: ConnectionCounter;
}

/** The hub of the CCUs, their administration, and what people want to know about the gateway itself. */
export const hubOperations: readonly Operation<CommonServices & Partial<HubServices>>[] = [
  ...optional(programOperations, 'hub', 'programs'),
  ...optional(sysvarOperations, 'hub', 'sysvars'),
  ...optional(messageOperations, 'hub', 'messages'),
  ...optional(inboxOperations, 'hub', 'inbox'),
  ...optional(groupOperations, 'hub', 'groups'),
  ...optional(installModeOperations, 'hub', 'installMode'),
  ...optional(systemOperations, 'hub', 'systemView', 'system', 'loopTester', 'config'),
  ...optional(configOperations, 'config', 'configControl', 'systemView'),
  ...optional(centralOperations, 'centralView', 'centralControl', 'discovery'),
  ...optional(visibilityOperations, 'visibility'),
  ...optional(backupOperations, 'backups'),
  ...optional(logOperations, 'log'),
  ...optional(diagnosticsOperations, 'diagnostics', 'incidentLog', 'systemView', 'logLevels', 'hub'),
  ...optional(metricsOperations, 'diagnostics'),
  ...optional(preferenceOperations, 'preferences'),
  ...optional(uiOperations, 'icons', 'labels', 'uiLog'),
  ...optional(editSessionOperations, 'editLocks'),
  ...matterOperations,
];
