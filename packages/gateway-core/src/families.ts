import type { ChannelScope } from '@ccu-gateway/device-model';
import { backupsUseCases } from './families/backups.js';
import { centralLinksUseCases } from './families/central-links.js';
import { centralsUseCases } from './families/centrals.js';
import * as changes from './families/change-history.js';
import { changeFlags } from './families/channel-flags.js';
import { configUseCases } from './families/config.js';
import { customDataPointsUseCases } from './families/custom-data-points.js';
import * as admin from './families/device-admin.js';
import * as devices from './families/devices.js';
import * as diagnostics from './families/diagnostics.js';
import { runDoctor } from './families/doctor.js';
import { readDeviceFormSchema, readFormSchema } from './families/form-schema.js';
import { readGateways } from './families/gateways.js';
import { groupsUseCases } from './families/groups.js';
import { healthReport } from './families/health.js';
import { readHistory } from './families/history.js';
import { hubDataPoints, hubInterfaces, hubMetrics, hubReadiness, hubUnread, hubUpdates } from './families/hub.js';
import { inboxUseCases } from './families/inbox.js';
import { installModeUseCases } from './families/install-mode.js';
import * as profiles from './families/link-profiles.js';
import * as links from './families/links.js';
import { matterUseCases } from './families/matter.js';
import { messagesUseCases } from './families/messages.js';
import { mqttStatusOf, previewMqttDevice } from './families/mqtt.js';
import { ownBackupsUseCases } from './families/own-backups.js';
import * as paramsets from './families/paramsets.js';
import { programsUseCases } from './families/programs.js';
import { readRadioTraffic } from './families/radio-traffic.js';
import { schedulesUseCases } from './families/schedules.js';
import { takeSnapshot } from './families/snapshot.js';
import { systemUseCases } from './families/system.js';
import { sysvarsUseCases } from './families/sysvars.js';
import { testWebhook, webhooksStatusOf } from './families/webhooks.js';
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
    updateFirmware: admin.updateFirmware,
    delete: admin.deleteDevice,
  },
  customDataPoints: customDataPointsUseCases,
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
    applyProfile: profiles.applyLinkProfile,
  },
  centralLinks: centralLinksUseCases,
  programs: programsUseCases,
  sysvars: sysvarsUseCases,
  messages: messagesUseCases,
  hub: {
    dataPoints: reading('viewer', hubDataPoints),
    metrics: reading('viewer', hubMetrics),
    updates: reading('viewer', hubUpdates),
    readiness: reading('viewer', hubReadiness),
    interfaces: reading('viewer', hubInterfaces),
    unread: reading('viewer', hubUnread),
  },
  groups: groupsUseCases,
  inbox: inboxUseCases,
  installMode: installModeUseCases,
  backups: backupsUseCases,
  ownBackups: ownBackupsUseCases,
  centrals: centralsUseCases,
  config: configUseCases,
  diagnostics: {
    health: reading('viewer', ({ health }: { readonly health: HealthSource }) => healthReport(health)),
    dump: reading('admin', diagnostics.diagnosticsDump),
    reliability: reading('admin', diagnostics.reliabilityOf),
    signals: reading('viewer', diagnostics.signalsOf),
    radioTraffic: readRadioTraffic,
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
  webhooks: {
    status: webhooksStatusOf,
    test: testWebhook,
  },
  history: {
    read: reading('viewer', readHistory),
  },
  matter: matterUseCases,
  system: systemUseCases,
} as const;
