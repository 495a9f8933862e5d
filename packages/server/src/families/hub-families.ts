import type { Auth } from '@ccu-gateway/auth-core';
import type { ReadableEventStream } from '@ccu-gateway/event-stream';
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
  Doctor,
  EditLocks,
  EntityLabels,
  GatewaysView,
  GroupControl,
  HealthSource,
  HistoryView,
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
  MatterAccess,
  MessageControl,
  MqttAccess,
  OwnBackups,
  PreferenceStore,
  ProgramControl,
  RadioTraffic,
  SystemControl,
  SystemView,
  SysvarControl,
  VisibilityControl,
  WebhookAccess,
} from '@ccu-gateway/gateway-core';
import { ccuCommands } from '../commands/ccu.js';
import { changeHistoryCommands } from '../commands/change-history.js';
import type { ConnectionCounter } from '../events/limits.js';
import { type Family, family } from '../operation/family.js';
import { backupOperations } from '../rest/backups.js';
import { centralOperations } from '../rest/centrals.js';
import { configOperations } from '../rest/config.js';
import { diagnosticsOperations } from '../rest/diagnostics.js';
import { doctorOperations } from '../rest/doctor.js';
import { editSessionOperations } from '../rest/edit-sessions.js';
import { gatewaysOperations } from '../rest/gateways.js';
import { groupOperations } from '../rest/groups.js';
import { historyOperations } from '../rest/history.js';
import { inboxOperations } from '../rest/inbox.js';
import { installModeOperations } from '../rest/install-mode.js';
import { logOperations } from '../rest/logs.js';
import { matterOperations } from '../rest/matter.js';
import { messageOperations } from '../rest/messages.js';
import { metricsOperations } from '../rest/metrics.js';
import { mqttOperations } from '../rest/mqtt.js';
import { ownBackupOperations } from '../rest/own-backups.js';
import { preferenceOperations } from '../rest/preferences.js';
import { programOperations } from '../rest/programs.js';
import { radioTrafficOperations } from '../rest/radio-traffic.js';
import { systemOperations } from '../rest/system.js';
import { sysvarOperations } from '../rest/sysvars.js';
import { uiOperations } from '../rest/ui.js';
import { visibilityOperations } from '../rest/visibility.js';
import { webhookOperations } from '../rest/webhooks.js';
import type { NextTurn } from '../turns/next-turn.js';
import type { Rate } from '../turns/rate.js';

/** Ports of the families below. Each may be left out; its families are then not there. */
export interface HubPorts {
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
  /** Left out without a database: there is nothing to back up. */
  readonly ownBackups?: OwnBackups;
  readonly diagnostics: DiagnosticsView;
  readonly radioTraffic: RadioTraffic;
  readonly incidentLog: IncidentLog;
  readonly changeHistory: ChangeHistory;
  readonly history: HistoryView;
  readonly log: LogView;
  readonly logLevels: LogLevelControl;
  readonly preferences: PreferenceStore;
  readonly icons: IconSource;
  readonly labels: EntityLabels;
  readonly uiLog: Pick<Logger, 'info'>;
  /** Made by the server itself. */
  readonly uiEvents?: Rate;
  readonly editLocks: EditLocks;
  readonly doctor?: Doctor;
  readonly gateways?: GatewaysView;
  readonly matter?: MatterAccess;
  readonly mqtt?: MqttAccess;
  readonly webhooks?: WebhookAccess;
}

/** Ports that these families share with all others. */
export interface CommonPorts {
  readonly auth: Auth;
  readonly events: ReadableEventStream;
  readonly house: House;
  readonly info: InfoSource;
  readonly health: HealthSource;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly connections: ConnectionCounter;
  readonly nextTurn: NextTurn;
}

/** Families of the hubs, the administration of CCUs, and the state of the gateway itself. */
export const hubFamilies: readonly Family<CommonPorts & Partial<HubPorts>>[] = [
  family({ operations: programOperations, ports: ['hub', 'programs'] }),
  family({ operations: sysvarOperations, ports: ['hub', 'sysvars'] }),
  family({ operations: messageOperations, ports: ['hub', 'messages'] }),
  family({ operations: inboxOperations, ports: ['hub', 'inbox'] }),
  family({ operations: groupOperations, ports: ['hub', 'groups'] }),
  family({ operations: installModeOperations, ports: ['hub', 'installMode'] }),
  family({
    operations: systemOperations,

    ports: ['hub', 'systemView', 'system', 'loopTester', 'config'],
  }),
  family({ operations: configOperations, ports: ['config', 'configControl', 'systemView'] }),
  family({ operations: centralOperations, ports: ['centralView', 'centralControl', 'discovery'] }),
  family({ operations: visibilityOperations, ports: ['visibility'] }),
  family({ operations: backupOperations, ports: ['backups'] }),
  family({ operations: ownBackupOperations, ports: ['ownBackups'] }),
  family({ operations: logOperations, ports: ['log'] }),
  family({
    operations: diagnosticsOperations,
    commands: ccuCommands,
    ports: ['diagnostics', 'incidentLog', 'systemView', 'logLevels', 'hub'],
  }),
  family({ operations: doctorOperations, ports: ['doctor'] }),
  family({ operations: gatewaysOperations }),
  family({ operations: radioTrafficOperations, ports: ['radioTraffic'] }),
  family({ operations: metricsOperations, ports: ['diagnostics'] }),
  family({ operations: historyOperations, ports: ['history'] }),
  family({ operations: preferenceOperations, ports: ['preferences'] }),
  family({ operations: uiOperations, ports: ['icons', 'labels', 'uiLog'] }),
  family({ operations: editSessionOperations, ports: ['editLocks'] }),
  family({ operations: matterOperations }),
  family({ operations: mqttOperations }),
  family({ operations: webhookOperations }),
  family({ commands: changeHistoryCommands, ports: ['changeHistory'] }),
];
