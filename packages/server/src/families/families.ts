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
import { authOperations } from '../rest/access/auth.js';
import { oidcOperations } from '../rest/access/oidc.js';
import { sessionOperations } from '../rest/access/sessions.js';
import { setupOperations } from '../rest/access/setup.js';
import { tokenOperations } from '../rest/access/tokens.js';
import { userOperations } from '../rest/access/users.js';
import { matterOperations } from '../rest/bridges/matter.js';
import { mcpOperations } from '../rest/bridges/mcp.js';
import { mqttOperations } from '../rest/bridges/mqtt.js';
import { notifyOperations } from '../rest/bridges/notify.js';
import { pushOperations } from '../rest/bridges/push.js';
import { webhookOperations } from '../rest/bridges/webhooks.js';
import { actOperations } from '../rest/devices/acts.js';
import { centralLinkOperations } from '../rest/devices/central-links.js';
import { customDataPointOperations } from '../rest/devices/custom-data-points.js';
import { deviceAdminOperations } from '../rest/devices/device-admin.js';
import { deviceOperations } from '../rest/devices/devices.js';
import { editSessionOperations } from '../rest/devices/edit-sessions.js';
import { firmwareUpdateOperations } from '../rest/devices/firmware-updates.js';
import { groupOperations } from '../rest/devices/groups.js';
import { heatingGroupOperations } from '../rest/devices/heating-groups.js';
import { inboxOperations } from '../rest/devices/inbox.js';
import { installModeOperations } from '../rest/devices/install-mode.js';
import { linkProfileOperations } from '../rest/devices/link-profiles.js';
import { linkOperations } from '../rest/devices/links.js';
import { paramsetOperations } from '../rest/devices/paramsets.js';
import { replacementOperations } from '../rest/devices/replacements.js';
import { scheduleOperations } from '../rest/devices/schedules.js';
import { visibilityOperations } from '../rest/devices/visibility.js';
import { alarmOperations } from '../rest/gateway/alarm.js';
import { alarmSetupOperations } from '../rest/gateway/alarm-setup.js';
import { areaOperations } from '../rest/gateway/areas.js';
import { configOperations } from '../rest/gateway/config.js';
import { documentOperations } from '../rest/gateway/documents.js';
import { floorplanOperations } from '../rest/gateway/floorplans.js';
import { gatewaysOperations } from '../rest/gateway/gateways.js';
import { infoOperations } from '../rest/gateway/info.js';
import { ownBackupOperations } from '../rest/gateway/own-backups.js';
import { preferenceOperations } from '../rest/gateway/preferences.js';
import { securityOperations } from '../rest/gateway/security.js';
import { snapshotOperations } from '../rest/gateway/snapshot.js';
import { uiOperations } from '../rest/gateway/ui.js';
import { uiSchemaOperations } from '../rest/gateway/ui-schema.js';
import { backupOperations } from '../rest/hub/backups.js';
import { centralOperations } from '../rest/hub/centrals.js';
import { interfaceOperations } from '../rest/hub/interfaces.js';
import { messageOperations } from '../rest/hub/messages.js';
import { problemOperations } from '../rest/hub/problems.js';
import { programOperations } from '../rest/hub/programs.js';
import { systemOperations } from '../rest/hub/system.js';
import { sysvarOperations } from '../rest/hub/sysvars.js';
import { auditOperations } from '../rest/records/audit.js';
import { diagnosticsOperations } from '../rest/records/diagnostics.js';
import { diagramOperations } from '../rest/records/diagrams.js';
import { doctorOperations } from '../rest/records/doctor.js';
import { energyOperations } from '../rest/records/energy.js';
import { eventOperations } from '../rest/records/events.js';
import { exposedValueOperations } from '../rest/records/exposed-values.js';
import { historyOperations } from '../rest/records/history.js';
import { historyExportOperations } from '../rest/records/history-export.js';
import { historyImportOperations } from '../rest/records/history-import.js';
import { logOperations } from '../rest/records/logs.js';
import { metricsOperations } from '../rest/records/metrics.js';
import { radioBudgetOperations } from '../rest/records/radio-budget.js';
import { radioTrafficOperations } from '../rest/records/radio-traffic.js';
import { receiverOperations } from '../rest/records/receivers.js';
import { recordingOperations } from '../rest/records/recording.js';
import { valueMetricsOperations } from '../rest/records/value-metrics.js';

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
  family({ operations: replacementOperations, ports: ['replacements'] }),
  family({ operations: actOperations, ports: ['acts'] }),
  family({ operations: firmwareUpdateOperations, ports: ['firmwareUpdates'] }),
  family({ operations: [...alarmOperations, ...alarmSetupOperations], ports: ['alarm', 'devices'] }),
  family({ operations: paramsetOperations, commands: paramsetCommands, ports: ['devices', 'paramsets'] }),
  family({ operations: uiSchemaOperations, ports: ['devices', 'paramsets'] }),
  family({ commands: configSessionCommands, ports: ['devices', 'paramsets', 'editLocks'] }),
  family({ operations: scheduleOperations, commands: scheduleCommands, ports: ['devices', 'paramsets'] }),
  family({ operations: linkOperations, commands: linkCommands, ports: ['devices', 'links', 'paramsets'] }),
  family({ operations: linkProfileOperations, ports: ['devices', 'links', 'paramsets'] }),
  family({ operations: centralLinkOperations, ports: ['devices', 'centralLinks'] }),
  family({ operations: snapshotOperations }),
  family({ operations: interfaceOperations }),
  family({ operations: eventOperations }),
  family({ operations: auditOperations }),
  family({ operations: programOperations, ports: ['hub', 'programs'] }),
  family({ operations: sysvarOperations, ports: ['hub', 'sysvars'] }),
  family({ operations: messageOperations, ports: ['hub', 'messages'] }),
  family({ operations: problemOperations, ports: ['problemTimes'] }),
  family({ operations: securityOperations, ports: ['security', 'alarm'] }),
  family({ operations: inboxOperations, ports: ['hub', 'inbox'] }),
  family({ operations: groupOperations, ports: ['hub', 'groups', 'areas'] }),
  family({ operations: areaOperations, ports: ['hub', 'areas'] }),
  family({ operations: diagramOperations, ports: ['diagrams'] }),
  family({ operations: floorplanOperations, ports: ['floorplans', 'areas'] }),
  family({ operations: heatingGroupOperations, ports: ['heatingGroups'] }),
  family({ operations: installModeOperations, ports: ['hub', 'installMode'] }),
  family({ operations: systemOperations, ports: ['hub', 'systemView', 'system', 'loopTester', 'config'] }),
  family({ operations: configOperations, ports: ['config', 'configControl', 'configTrial', 'systemView'] }),
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
  family({ operations: radioBudgetOperations, ports: ['radioBudgets'] }),
  family({ operations: receiverOperations, ports: ['receivers'] }),
  family({ operations: metricsOperations, ports: ['diagnostics'] }),
  family({ operations: valueMetricsOperations }),
  family({ operations: exposedValueOperations, ports: ['configControl'] }),
  family({ operations: historyOperations, ports: ['history'] }),
  family({ operations: energyOperations, ports: ['history', 'hub', 'tariffs'] }),
  family({ operations: historyExportOperations, ports: ['history', 'parquet', 'exportSlots'] }),
  family({ operations: historyImportOperations, ports: ['historyImports'] }),
  family({ operations: recordingOperations, ports: ['history', 'configControl'] }),
  family({ operations: preferenceOperations, ports: ['preferences'] }),
  family({ operations: uiOperations, ports: ['icons', 'labels', 'uiLog'] }),
  family({ operations: editSessionOperations, ports: ['editLocks'] }),
  family({ operations: matterOperations }),
  family({ operations: mqttOperations }),
  family({ operations: webhookOperations }),
  family({ operations: notifyOperations }),
  family({ operations: pushOperations, ports: ['push'] }),
  family({ commands: changeHistoryCommands, ports: ['changeHistory'] }),
  family({ operations: documentOperations }),
] as const;

/** The pages and the endpoint of assistants, outside the API. They obey the same gate. */
const PAGES = [
  family({ operations: firstRunOperations }),
  family({ operations: signInOperations }),
  family({ operations: homeOperations }),
  family({ operations: appFileOperations }),
  family({ operations: mcpOperations }),
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
