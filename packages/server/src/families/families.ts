import { ccuCommands } from '../commands/ccu.js';
import { changeHistoryCommands } from '../commands/change-history.js';
import { configSessionCommands } from '../commands/config-sessions.js';
import { customDataPointCommands } from '../commands/custom-data-points.js';
import { linkCommands } from '../commands/links.js';
import { paramsetCommands } from '../commands/paramsets.js';
import { scheduleCommands } from '../commands/schedules.js';
import { systemCommands } from '../commands/system.js';
import type { WsCommand } from '../operation/command.js';
import { type Family, family, type PortsOf } from '../operation/family.js';
import type { Operation } from '../operation/operation.js';
import { appFileOperations } from '../pages/app.js';
import { firstRunOperations } from '../pages/first-run.js';
import { homeOperations } from '../pages/home.js';
import { signInOperations } from '../pages/sign-in.js';
import { auditOperations } from '../rest/audit.js';
import { authOperations } from '../rest/auth.js';
import { backupOperations } from '../rest/backups.js';
import { centralLinkOperations } from '../rest/central-links.js';
import { centralOperations } from '../rest/centrals.js';
import { configOperations } from '../rest/config.js';
import { customDataPointOperations } from '../rest/custom-data-points.js';
import { deviceAdminOperations } from '../rest/device-admin.js';
import { deviceOperations } from '../rest/devices.js';
import { diagnosticsOperations } from '../rest/diagnostics.js';
import { doctorOperations } from '../rest/doctor.js';
import { documentOperations } from '../rest/documents.js';
import { editSessionOperations } from '../rest/edit-sessions.js';
import { eventOperations } from '../rest/events.js';
import { gatewaysOperations } from '../rest/gateways.js';
import { groupOperations } from '../rest/groups.js';
import { historyOperations } from '../rest/history.js';
import { inboxOperations } from '../rest/inbox.js';
import { infoOperations } from '../rest/info.js';
import { installModeOperations } from '../rest/install-mode.js';
import { interfaceOperations } from '../rest/interfaces.js';
import { linkOperations } from '../rest/links.js';
import { logOperations } from '../rest/logs.js';
import { matterOperations } from '../rest/matter.js';
import { messageOperations } from '../rest/messages.js';
import { metricsOperations } from '../rest/metrics.js';
import { mqttOperations } from '../rest/mqtt.js';
import { oidcOperations } from '../rest/oidc.js';
import { ownBackupOperations } from '../rest/own-backups.js';
import { paramsetOperations } from '../rest/paramsets.js';
import { preferenceOperations } from '../rest/preferences.js';
import { programOperations } from '../rest/programs.js';
import { radioTrafficOperations } from '../rest/radio-traffic.js';
import { scheduleOperations } from '../rest/schedules.js';
import { sessionOperations } from '../rest/sessions.js';
import { setupOperations } from '../rest/setup.js';
import { snapshotOperations } from '../rest/snapshot.js';
import { systemOperations } from '../rest/system.js';
import { sysvarOperations } from '../rest/sysvars.js';
import { tokenOperations } from '../rest/tokens.js';
import { uiOperations } from '../rest/ui.js';
import { uiSchemaOperations } from '../rest/ui-schema.js';
import { userOperations } from '../rest/users.js';
import { visibilityOperations } from '../rest/visibility.js';
import { webhookOperations } from '../rest/webhooks.js';

/** Every family of the API, once. `ports` names those that an embedder may leave out; the family is then not there. */
const API = [
  family({ operations: infoOperations, commands: systemCommands }),
  family({ operations: setupOperations }),
  family({ operations: authOperations }),
  family({ operations: oidcOperations }),
  family({ operations: sessionOperations }),
  family({ operations: tokenOperations }),
  family({ operations: userOperations }),
  family({ operations: deviceOperations }),
  family({ operations: deviceAdminOperations, ports: ['devices', 'deviceControl', 'flags'] }),
  family({ operations: customDataPointOperations, commands: customDataPointCommands, ports: ['devices'] }),
  family({ operations: paramsetOperations, commands: paramsetCommands, ports: ['devices', 'paramsets'] }),
  family({ operations: uiSchemaOperations, ports: ['devices', 'paramsets'] }),
  family({ commands: configSessionCommands, ports: ['devices', 'paramsets', 'editLocks'] }),
  family({ operations: scheduleOperations, commands: scheduleCommands, ports: ['devices', 'paramsets'] }),
  family({ operations: linkOperations, ports: ['devices', 'links'] }),
  // The link commands of the WebSocket only come from paramsets.
  family({ commands: linkCommands, ports: ['devices', 'links', 'paramsets'] }),
  family({ operations: centralLinkOperations, ports: ['devices', 'centralLinks'] }),
  family({ operations: snapshotOperations }),
  family({ operations: interfaceOperations }),
  family({ operations: eventOperations }),
  family({ operations: auditOperations }),
  family({ operations: programOperations, ports: ['hub', 'programs'] }),
  family({ operations: sysvarOperations, ports: ['hub', 'sysvars'] }),
  family({ operations: messageOperations, ports: ['hub', 'messages'] }),
  family({ operations: inboxOperations, ports: ['hub', 'inbox'] }),
  family({ operations: groupOperations, ports: ['hub', 'groups'] }),
  family({ operations: installModeOperations, ports: ['hub', 'installMode'] }),
  family({ operations: systemOperations, ports: ['hub', 'systemView', 'system', 'loopTester', 'config'] }),
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
  family({ operations: documentOperations }),
] as const;

/** The pages outside the API. They obey the same gate. */
const PAGES = [
  family({ operations: firstRunOperations }),
  family({ operations: signInOperations }),
  family({ operations: homeOperations }),
  family({ operations: appFileOperations }),
] as const;

/** Ports of all families. A port is optional where each family may do without it. */
export type ServerPorts = PortsOf<(typeof API)[number] | (typeof PAGES)[number]>;

const families: readonly Family<ServerPorts>[] = API;
const pages: readonly Family<ServerPorts>[] = PAGES;

/** All operations of the API. */
export const apiOperations: readonly Operation<ServerPorts>[] = families.flatMap(({ operations }) => operations);

/** All pages. */
export const pageOperations: readonly Operation<ServerPorts>[] = pages.flatMap(({ operations }) => operations);

/** All commands of the WebSocket. */
export const wsCommands: readonly WsCommand<ServerPorts>[] = families.flatMap(({ commands }) => commands);
