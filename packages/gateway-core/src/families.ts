import type { ChannelScope } from '@ccu-gateway/device-model';
import { matterUseCases } from './families/bridges/matter.js';
import { mcpUseCases } from './families/bridges/mcp.js';
import { mqttStatusOf, previewMqttDevice } from './families/bridges/mqtt.js';
import { notifyStatusOf, previewNotify, testNotify } from './families/bridges/notify.js';
import { testWebhook, webhooksStatusOf } from './families/bridges/webhooks.js';
import { actsUseCases } from './families/devices/acts.js';
import { settingsUseCases } from './families/devices/apply-settings.js';
import { centralLinksUseCases } from './families/devices/central-links.js';
import { changeFlags } from './families/devices/channel-flags.js';
import { customDataPointsUseCases } from './families/devices/custom-data-points.js';
import * as admin from './families/devices/device-admin.js';
import { testDevice } from './families/devices/device-test.js';
import * as devices from './families/devices/devices.js';
import { firmwareUseCases } from './families/devices/firmware-updates.js';
import { readDeviceFormSchema, readFormSchema } from './families/devices/form-schema.js';
import { groupsUseCases } from './families/devices/groups.js';
import { heatingGroupsUseCases } from './families/devices/heating-groups.js';
import { inboxUseCases } from './families/devices/inbox.js';
import { installModeUseCases } from './families/devices/install-mode.js';
import * as profiles from './families/devices/link-profiles.js';
import * as links from './families/devices/links.js';
import * as paramsets from './families/devices/paramsets.js';
import { receiverUseCases } from './families/devices/receivers.js';
import { replacementsUseCases } from './families/devices/replacements.js';
import { schedulesUseCases } from './families/devices/schedules.js';
import { teamUseCases } from './families/devices/teams.js';
import { armAlarmZone, disarmAlarmZone, listAlarmPanels } from './families/gateway/alarm.js';
import { areasUseCases } from './families/gateway/areas.js';
import { configUseCases } from './families/gateway/config.js';
import { floorplansUseCases } from './families/gateway/floorplans.js';
import { readGateways } from './families/gateway/gateways.js';
import { healthReport } from './families/gateway/health.js';
import { ownBackupsUseCases } from './families/gateway/own-backups.js';
import { takeSnapshot } from './families/gateway/snapshot.js';
import { backupsUseCases } from './families/hub/backups.js';
import { centralsUseCases } from './families/hub/centrals.js';
import { hubDataPoints, hubInterfaces, hubMetrics, hubReadiness, hubUnread, hubUpdates } from './families/hub/hub.js';
import { messagesUseCases } from './families/hub/messages.js';
import { programsUseCases } from './families/hub/programs.js';
import { systemUseCases } from './families/hub/system.js';
import { sysvarsUseCases } from './families/hub/sysvars.js';
import * as changes from './families/records/change-history.js';
import * as diagnostics from './families/records/diagnostics.js';
import { diagramsUseCases } from './families/records/diagrams.js';
import { runDoctor } from './families/records/doctor.js';
import { readEnergy } from './families/records/energy.js';
import { energyUseCases } from './families/records/energy-tariffs.js';
import { readExposed, setExposed } from './families/records/exposed-values.js';
import { readHistory } from './families/records/history.js';
import { exportHistory } from './families/records/history-export.js';
import { cancelHistoryImport, importHistory, lastHistoryImport } from './families/records/history-import.js';
import { readRecording, setRecording } from './families/records/history-recording.js';
import { readProblemTimes } from './families/records/problem-times.js';
import { listProblems } from './families/records/problems.js';
import { estimateRadioCost, readRadioBudget } from './families/records/radio-budget.js';
import { readRadioTraffic } from './families/records/radio-traffic.js';
import { valueMetrics } from './families/records/value-metrics.js';
import type { HealthSource, House } from './ports/house.js';
import { reading } from './use-case/use-case.js';

interface OfHouse {
  readonly house: House;
}

/** Every use case, family by family. `createGatewayCore` binds them to the ports and to a caller. */
export const FAMILIES = {
  devices: {
    list: reading('viewer', ({ house }: OfHouse, scope: Parameters<typeof devices.listDevices>[1] = {}) =>
      devices.listDevices(house, scope),
    ),
    get: reading('viewer', ({ house }: OfHouse, at: { readonly address: string; readonly central?: string }) => {
      const { address, ...scope } = at;
      return devices.getDevice(house, address, scope);
    }),
    getValue: reading('viewer', ({ house }: OfHouse, at: devices.DataPointAddress) => devices.getDataPoint(house, at)),
    reading: reading('viewer', ({ house }: OfHouse, at: devices.DataPointAddress) => devices.readPoint(house, at)),
    dataPoints: reading('viewer', ({ house }: OfHouse, at: ChannelScope) => devices.listDataPoints(house, at)),
    calculated: reading('viewer', devices.listCalculated),
    view: reading('viewer', devices.viewDevice),
    setValue: devices.setValue,
    label: admin.labelDevice,
    labelChannel: admin.labelChannel,
    setFlags: changeFlags,
    reload: reading('operator', admin.reloadDevice),
    restoreConfig: admin.restoreConfig,
    test: testDevice,
    updateFirmware: admin.updateFirmware,
    delete: admin.deleteDevice,
  },
  acts: actsUseCases,
  customDataPoints: customDataPointsUseCases,
  firmware: firmwareUseCases,
  paramsets: {
    read: reading('viewer', paramsets.readParamset),
    readLink: reading('viewer', paramsets.readLinkParamset),
    write: paramsets.writeParamset,
    writeLink: paramsets.writeLinkParamset,
    determine: reading('viewer', paramsets.determineParameter),
    exportConfiguration: reading('viewer', paramsets.exportConfiguration),
    importConfiguration: paramsets.importConfiguration,
    form: reading('viewer', readFormSchema),
    deviceForm: reading('viewer', readDeviceFormSchema),
  },
  schedules: schedulesUseCases,
  links: {
    list: reading('viewer', links.listAllLinks),
    ofDevice: reading('viewer', links.listDeviceLinks),
    linkable: reading('viewer', links.listLinkable),
    add: links.addLink,
    change: links.changeLink,
    remove: links.removeLink,
    test: links.testLink,
    profiles: reading('viewer', profiles.listLinkProfiles),
    withProfiles: reading('viewer', profiles.listLinksWithProfiles),
    previewProfile: reading('viewer', profiles.previewLinkProfile),
    addWithProfile: profiles.addLinkWithProfile,
    applyProfile: profiles.applyLinkProfile,
  },
  centralLinks: centralLinksUseCases,
  programs: programsUseCases,
  sysvars: sysvarsUseCases,
  messages: messagesUseCases,
  problems: { list: reading('viewer', listProblems), times: reading('viewer', readProblemTimes) },
  hub: {
    dataPoints: reading('viewer', hubDataPoints),
    metrics: reading('viewer', hubMetrics),
    updates: reading('viewer', hubUpdates),
    readiness: reading('viewer', hubReadiness),
    interfaces: reading('viewer', hubInterfaces),
    unread: reading('viewer', hubUnread),
  },
  groups: groupsUseCases,
  areas: areasUseCases,
  diagrams: diagramsUseCases,
  floorplans: floorplansUseCases,
  alarm: { panels: listAlarmPanels, arm: armAlarmZone, disarm: disarmAlarmZone },
  heatingGroups: heatingGroupsUseCases,
  inbox: inboxUseCases,
  receivers: receiverUseCases,
  teams: teamUseCases,
  settings: settingsUseCases,
  replacements: replacementsUseCases,
  installMode: installModeUseCases,
  backups: backupsUseCases,
  ownBackups: ownBackupsUseCases,
  centrals: centralsUseCases,
  config: configUseCases,
  diagnostics: {
    health: reading('viewer', ({ health }: { readonly health: HealthSource }) => healthReport(health)),
    valueMetrics: reading('viewer', valueMetrics),
    exposed: reading('viewer', readExposed),
    setExposed,
    dump: reading('admin', diagnostics.diagnosticsDump),
    reliability: reading('admin', diagnostics.reliabilityOf),
    signals: reading('viewer', diagnostics.signalsOf),
    radioTraffic: readRadioTraffic,
    radioBudget: readRadioBudget,
    radioEstimate: estimateRadioCost,
    doctor: runDoctor,
    gateways: readGateways,
    changes: reading('viewer', changes.listChanges),
    clearChanges: changes.clearChanges,
  },
  snapshot: {
    take: reading('viewer', takeSnapshot),
  },
  mqtt: {
    status: mqttStatusOf,
    preview: previewMqttDevice,
  },
  notify: {
    status: notifyStatusOf,
    test: testNotify,
    preview: previewNotify,
  },
  webhooks: {
    status: webhooksStatusOf,
    test: testWebhook,
  },
  history: {
    read: reading('viewer', readHistory),
    energy: reading('viewer', readEnergy),
    export: reading('viewer', exportHistory),
    recording: reading('viewer', readRecording),
    setRecording,
    import: importHistory,
    lastImport: lastHistoryImport,
    cancelImport: cancelHistoryImport,
  },
  energy: energyUseCases,
  matter: matterUseCases,
  mcp: mcpUseCases,
  system: systemUseCases,
} as const;
