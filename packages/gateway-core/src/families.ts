import type { Role } from '@ccu-gateway/auth-core';
import type { ChannelScope } from '@ccu-gateway/device-model';
import * as backups from './families/backups.js';
import * as centralLinks from './families/central-links.js';
import * as centrals from './families/centrals.js';
import * as changes from './families/change-history.js';
import { changeFlags } from './families/channel-flags.js';
import * as config from './families/config.js';
import * as custom from './families/custom-data-points.js';
import * as admin from './families/device-admin.js';
import * as devices from './families/devices.js';
import * as diagnostics from './families/diagnostics.js';
import { runDoctor } from './families/doctor.js';
import { readDeviceFormSchema, readFormSchema } from './families/form-schema.js';
import { readGateways } from './families/gateways.js';
import * as groups from './families/groups.js';
import { healthReport } from './families/health.js';
import { readHistory } from './families/history.js';
import { hubDataPoints, hubInterfaces, hubMetrics, hubReadiness, hubUnread, hubUpdates } from './families/hub.js';
import * as inbox from './families/inbox.js';
import * as installMode from './families/install-mode.js';
import * as profiles from './families/link-profiles.js';
import * as links from './families/links.js';
import * as matter from './families/matter.js';
import * as messages from './families/messages.js';
import { mqttStatusOf, previewMqttDevice } from './families/mqtt.js';
import * as ownBackups from './families/own-backups.js';
import * as paramsets from './families/paramsets.js';
import * as programs from './families/programs.js';
import { readRadioTraffic } from './families/radio-traffic.js';
import * as schedules from './families/schedules.js';
import { takeSnapshot } from './families/snapshot.js';
import * as system from './families/system.js';
import * as sysvars from './families/sysvars.js';
import { testWebhook, webhooksStatusOf } from './families/webhooks.js';
import type { HealthSource, House } from './ports/house.js';
import { type UseCase, useCase } from './use-case/use-case.js';

/** A use case that changes nothing and needs nothing of its caller but the role. */
function reading<Ports, Args extends readonly unknown[], Result>(
  role: Role,
  read: (ports: Ports, ...args: Args) => Result,
): UseCase<Ports, Args, Result> {
  return useCase(role, (ports, _caller, ...args) => read(ports, ...args));
}

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
  customDataPoints: {
    list: reading('viewer', custom.listCustomDataPoints),
    operate: custom.operate,
  },
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
  schedules: {
    read: reading('viewer', schedules.readSchedule),
    readWeekProfile: reading('viewer', schedules.readWeekProfile),
    write: schedules.writeSchedule,
    copy: schedules.copySchedule,
    copyProfile: schedules.copyProfile,
    activateProfile: schedules.activateProfile,
    setChannelLock: schedules.setChannelLock,
  },
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
  centralLinks: {
    read: reading('viewer', centralLinks.readCentralLinks),
    create: centralLinks.createCentralLinks,
    remove: centralLinks.removeCentralLinks,
  },
  programs: {
    list: reading('viewer', programs.listPrograms),
    get: reading('viewer', programs.getProgram),
    execute: programs.executeProgram,
    setActive: programs.setProgramActive,
    delete: programs.deleteProgram,
  },
  sysvars: {
    list: reading('viewer', sysvars.listSysvars),
    get: reading('viewer', sysvars.getSysvar),
    set: sysvars.setSysvar,
    create: sysvars.createSysvar,
    change: sysvars.changeSysvar,
    delete: sysvars.deleteSysvar,
    usage: reading('viewer', sysvars.sysvarUsage),
    fetch: reading('operator', sysvars.fetchSysvars),
  },
  messages: {
    alarms: reading('viewer', messages.listAlarmMessages),
    service: reading('viewer', messages.listServiceMessages),
    suppressed: reading('operator', messages.listSuppressed),
    acknowledge: messages.acknowledgeMessage,
    acknowledgeAll: messages.acknowledgeAll,
    disable: messages.disableServiceMessage,
    unsuppress: messages.unsuppress,
  },
  hub: {
    dataPoints: reading('viewer', hubDataPoints),
    metrics: reading('viewer', hubMetrics),
    updates: reading('viewer', hubUpdates),
    readiness: reading('viewer', hubReadiness),
    interfaces: reading('viewer', hubInterfaces),
    unread: reading('viewer', hubUnread),
  },
  groups: {
    list: reading('viewer', groups.listGroups),
    create: groups.createGroup,
    rename: groups.renameGroup,
    delete: groups.deleteGroup,
  },
  inbox: {
    list: reading('viewer', inbox.listInbox),
    accept: inbox.acceptDevice,
  },
  installMode: {
    list: reading('viewer', installMode.listInstallModes),
    set: installMode.setInstallMode,
    pair: installMode.pairDevice,
    search: installMode.searchDevices,
  },
  backups: {
    start: backups.startBackup,
    upload: backups.uploadBackup,
    download: backups.downloadBackup,
    delete: backups.deleteBackup,
    restore: backups.restoreBackup,
  },
  ownBackups: {
    list: ownBackups.listOwnBackups,
    status: ownBackups.ownBackupsStatus,
    start: ownBackups.startOwnBackup,
    download: ownBackups.downloadOwnBackup,
    upload: ownBackups.uploadOwnBackup,
    verify: ownBackups.verifyOwnBackup,
    delete: ownBackups.deleteOwnBackup,
    restore: ownBackups.restoreOwnBackup,
  },
  centrals: {
    create: centrals.createCentral,
    replace: centrals.replaceCentral,
    delete: centrals.deleteCentral,
    probe: centrals.probeCentral,
    takeFile: centrals.takeCentralsFile,
    writeFile: centrals.writeCentralsFile,
    discovered: reading('admin', centrals.listDiscovered),
    ignore: centrals.ignoreDiscovered,
    unignore: centrals.unignoreDiscovered,
  },
  config: {
    summary: config.configSummary,
    saveSection: config.saveSection,
    resetSection: config.resetSection,
    resetField: config.resetField,
  },
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
  matter: {
    status: matter.matterStatusOf,
    fabrics: matter.listMatterFabrics,
    removeFabric: matter.removeMatterFabric,
    setupPayload: matter.readMatterSetupPayload,
    openWindow: matter.openMatterWindow,
    closeWindow: matter.closeMatterWindow,
    exposable: matter.listMatterExposable,
    expose: matter.setMatterExposable,
    exposeAll: matter.setMatterExposables,
  },
  system: {
    reboot: system.rebootCcu,
    installUpdate: system.installUpdate,
    restart: system.restartGateway,
    testLoop: system.testLoop,
  },
} as const;
