import { createGatewayCore, type GatewayCore } from '@ccu-gateway/gateway-core';
import {
  type ActKeeper,
  type ActKeeperDeps,
  createActKeeper,
  createCcuWriter,
  createCentralLinkControl,
  createDeviceControl,
  createFirmwareConductor,
  createHeatingGroupControl,
  createInterfaceControl,
  createLinkControl,
  createParamsetReader,
  createRadioBudgets,
  createReceiverControl,
  createReplacementKeeper,
  createSwapControl,
  createWriteTrouble,
  type FirmwareConductor,
  type FirmwareConductorDeps,
  type ReplacementKeeper,
  type ReplacementKeeperDeps,
  watchHeatingGroups,
  withoutBoundKeys,
} from '@ccu-gateway/gateway-core/parts';
import { createEditLocks, type Doctor } from '@ccu-gateway/gateway-core/use-cases';
import { createServer } from '@ccu-gateway/server';
import { webUiFolder } from '@ccu-gateway/web-ui';
import { loginCentral } from '../access/ccu-login.js';
import { auditOf } from '../access/no-audit.js';
import { createSetupSink } from '../access/setup-sink.js';
import { actRecords } from '../adapters/acts.js';
import { firmwareRecords } from '../adapters/firmware-plan.js';
import { createHistoryView } from '../adapters/history.js';
import { createHubAdapters, type HubAdapters, type HubServicesDeps } from '../adapters/hub-services.js';
import { openWebUi } from '../adapters/web-ui.js';
import { createCentralsLook } from '../centrals/centrals-look.js';
import { centralsOfFile } from '../config/index.js';
import { createRunningDoctor, type RunningDoctorDeps } from '../doctor/running.js';
import type { OutgoingBridges } from '../site/model/bridges.js';
import type { GatewayPorts } from '../site/model/ports.js';
import { lacksShared } from '../storage/store.js';
import type { AccessParts } from './access.js';
import { openAlarm } from './alarm.js';
import type { Base } from './base.js';
import type { MqttEvent } from './bridges/mqtt.js';
import { createBuildInfo } from './build-info.js';
import { createConfigTrial } from './config-trial.js';
import type { Data } from './data.js';
import { addHotSettings, serverOptionsOf, writePausesOf } from './hot-settings.js';
import type { HouseParts } from './house.js';
import { createMatter, type MatterPart } from './matter.js';
import { createMcp, type McpPart } from './mcp.js';
import { openOutgoing } from './outgoing.js';
import { type OwnBackupParts, openOwnBackups } from './own-backups.js';
import { randomHex } from './random-hex.js';
import { openSecurity } from './security.js';
import type { Tls } from './tls.js';

/** Everything that programs and people reach. */
export interface FrontParts {
  readonly hub: HubAdapters;
  /** The use cases, for callers beside the server. */
  readonly core: GatewayCore;
  readonly server: ReturnType<typeof createServer>;
  readonly bridges: OutgoingBridges;
  readonly matter: MatterPart;
  readonly mcp: McpPart;
  readonly ownBackups: OwnBackupParts;
  /** Begins to answer other gateways, where there are any. Clients reach this one at `urls`. */
  readonly join: (urls: readonly string[]) => Promise<void>;
}

interface Parts {
  readonly base: Base;
  readonly data: Data;
  readonly house: HouseParts;
  readonly access: AccessParts;
  readonly tls: Tls | undefined;
}

/** Makes the server and everything it offers; it does not listen yet. */
export function createFront(parts: Parts, requestStop: (reason: string) => void): FrontParts {
  const { base, data, access } = parts;
  const { lifecycle } = base;
  const { house, stream, centrals, site } = parts.house;
  const info = createInfo(parts);
  const { version } = info.info();
  const hub = createHub(parts, {
    centralsChanged: () => site.centralsChanged(look),
    centralsInDoubt: () => look.soon(),
    version,
    requestStop,
    matter: () => matter.figures(),
    isMatterEnabled: () => matter.access.status().enabled,
    webhooks: () => outgoing.webhooks.status(),
    notify: () => outgoing.notify.status(),
    mqtt: () => outgoing.mqtt.status(),
  });
  lifecycle.onClose('the hub', () => hub.stop());
  const look = createCentralsLook(
    { administration: hub.administration, directory: access.directory, centrals },
    base.time,
    base.log.child('centrals'),
  );
  const publish = (event: MqttEvent) => void stream.publish(event);
  const states = site.bridgeStates(data.store.storage?.ccuState);
  const outgoing = openOutgoing(base, data, {
    ...{ core: () => core, publish, states, auth: access.auth },
    faults: () => security.faults(),
  });
  const ownBackups = openOwnBackups(base, data, { version, randomHex, stream, requestStop });
  const matter = createMatter({ base, data, house: parts.house, version });
  const mcp = createMcp({ base, data, version, core: () => core });
  const doctor = createDoctor(parts, hub, {
    ...{ version, ...outgoing, matter: matter.access, foreignSessions: access.auth.foreignSessions },
    isOurs: site.isOurs,
  });
  const configTrial = createConfigTrial({
    ...{ config: data.runtimeConfig, time: base.time, randomHex },
    push: outgoing.push.senders,
    brokers: outgoing.mqtt.messages,
  });
  const { push, ...toOthers } = outgoing;
  const own = { ...createPorts(parts, hub, info), configTrial, ...toOthers, doctor };
  const offer = site.offer(own, { stream, house, centrals, look, bridges: toOthers });
  const { bridges } = offer;
  // A written press would act like that of a person.
  const unbound = withoutBoundKeys(offer.ports.ccu, () => alarm.plan());
  const acts = openActs(base, data, parts.house, { ...offer.ports, ccu: unbound });
  const ccu = acts.watching(unbound);
  const alarm = openAlarm(base, data, parts.house, { ...offer.ports, ccu });
  const replacements = openReplacements(base, parts.house, { ...offer.ports, ccu, alarm, clock: base.time });
  const unwatch = watchHeatingGroups({ ...offer.ports, events: stream, log: base.log.child('groups') });
  lifecycle.onClose('heating groups', async () => unwatch());
  const security = openSecurity(base, data, parts.house, alarm);
  const ports = {
    ...offer.ports,
    acts,
    replacements,
    firmwareUpdates: openFirmwareUpdates(base, data, parts.house, offer.ports),
    // Writes of programs and people end the claims of acts.
    ccu,
    alarm,
    security,
    ownBackups: ownBackups.access,
    matter: matter.access,
    push: push.access,
    mcp: mcp.access,
  };
  const core: GatewayCore = createGatewayCore({ ...ports, clock: base.time });
  const server = createGatewayServer(parts, hub, ports);
  tellChanges(parts);
  followSettings(parts, { server, bridges, matter, mcp });
  const join = async (urls: readonly string[]) => {
    lifecycle.onClose('the check of stored CCUs', look.stop);
    // While the CCUs are connected: an order that the gateway itself refuses would wait for minutes after the next start.
    lifecycle.onClose('firmware orders', () => ports.firmwareUpdates.close());
    await offer.join(urls);
  };
  return { hub, core, server, bridges, matter, mcp, ownBackups, join };
}

/** Settings that change while the gateway runs, each with its part. */
function followSettings(
  { base, data, access, house: { house, stream, callbacks, centrals, recorder } }: Parts,
  changeable: Pick<Parameters<typeof addHotSettings>[1], 'server' | 'matter' | 'mcp'> & {
    readonly bridges: FrontParts['bridges'];
  },
): void {
  const { bridges, ...rest } = changeable;
  addHotSettings(data.hot, {
    ...{ levels: base.levels, house, stream, events: data.store.events?.log, callbacks, centrals },
    timings: (next) => ({ ...writePausesOf(next), ...base.options.timings }),
    ...{ auth: access.auth, access: access.changeable, history: recorder },
    ...bridges,
    ...rest,
  });
}

/** Acts of this gateway. Those of an earlier run go on. */
function openActs(
  { time, log, lifecycle }: Base,
  { store }: Data,
  { house, stream, publish }: HouseParts,
  { ccu, audit }: Pick<ActKeeperDeps, 'ccu' | 'audit'>,
): ActKeeper {
  const actLog = log.child('acts');
  const records = actRecords(store.storage?.ccuState, actLog);
  const deps = { house, ccu, audit, events: stream, publish, records, clock: time, time, randomHex, log: actLog };
  const acts = createActKeeper(deps);
  lifecycle.onClose('acts', () => acts.close());
  acts.restore().catch((error: unknown) => actLog.error('stored acts could not be read', { error }));
  return acts;
}

/** Replacements of devices; those that an earlier run did not finish have failed. */
function openReplacements(
  { time, log, lifecycle }: Base,
  { centrals, replacementBook: book }: HouseParts,
  ports: Omit<ReplacementKeeperDeps, 'book' | 'swap' | 'randomHex' | 'log'>,
): ReplacementKeeper {
  const deps = { ...ports, book, swap: createSwapControl(centrals, time), randomHex, log: log.child('replacements') };
  const replacements = createReplacementKeeper(deps);
  lifecycle.onClose('replacements', () => replacements.close());
  return replacements;
}

/** Firmware updates that this gateway orders one after the other. The plan of an earlier run goes on. */
function openFirmwareUpdates(
  { time, log, lifecycle, options }: Base,
  { store }: Data,
  { house, publish }: HouseParts,
  { deviceControl, audit }: { readonly deviceControl: FirmwareConductorDeps['control'] } & Pick<ActKeeperDeps, 'audit'>,
): FirmwareConductor {
  const conductor = createFirmwareConductor({
    ...{ house, audit, publish, clock: time, time, randomHex, log: log.child('firmware') },
    control: deviceControl,
    records: firmwareRecords(store.storage?.ccuState),
    minuteOf(at) {
      const local = new Date(at);
      return local.getHours() * 60 + local.getMinutes();
    },
    ...(options.firmwareCheckMs === undefined ? {} : { checkMs: options.firmwareCheckMs }),
  });
  // For a start that fails; a gateway that has begun ends its orders before.
  lifecycle.onClose('firmware updates', () => conductor.close());
  void conductor.restore();
  return conductor;
}

/** Publishes which sections of the settings were changed here. */
function tellChanges({ base, data, house: { stream } }: Parts): void {
  data.runtimeConfig.observe((section) => {
    const payload = { section, event_at: new Date(base.time.now()).toISOString() };
    stream.publish({ topic: 'system.config', type: 'config.changed', payload });
  });
}

/** Creates the doctor, which finds faults of the installation. */
function createDoctor(
  { base, data, house: { stream, house, centrals, callbacks, attachment } }: Parts,
  { administration, services }: HubAdapters,
  bridges: Pick<RunningDoctorDeps, 'version' | 'mqtt' | 'webhooks' | 'matter' | 'foreignSessions' | 'isOurs'>,
): Doctor {
  const { time, options } = base;
  const { loaded, store, health } = data;
  return createRunningDoctor({
    ...bridges,
    time,
    loaded,
    store,
    health,
    house,
    centrals,
    administration,
    callbacks,
    syncs: attachment.syncs,
    backups: services.backups,
    writes: createWriteTrouble({ events: stream, clock: time }),
    ...(options.timings === undefined ? {} : { timings: options.timings }),
  });
}

function createInfo({ base: { time }, data, access: { auth, directory }, tls }: Parts) {
  const { loaded, runtimeConfig, store } = data;
  return createBuildInfo({
    config: runtimeConfig.current,
    auth,
    ccuAddon: loaded.environment.ccuAddon,
    hasLoginCentral: () =>
      !lacksShared(store) && loginCentral(directory, runtimeConfig.current().north.rest.auth.ccu.central) !== null,
    hasStorage: () => !lacksShared(store),
    startedAt: time.now(),
    certificate: () => tls?.shown(),
  });
}

function createHub(
  { base, data, house: houseParts, access }: Parts,
  deps: Pick<
    HubServicesDeps,
    | ('centralsChanged' | 'centralsInDoubt' | 'version' | 'requestStop')
    | ('matter' | 'isMatterEnabled' | 'webhooks' | 'notify' | 'mqtt')
  >,
) {
  const { options, levels, records, time, log } = base;
  const { secrets, store, loaded, runtimeConfig, wayIn } = data;
  const { house, centrals, attachment, identities, recorder, radioTraffic, stream, publish, site } = houseParts;
  return createHubAdapters({
    house,
    centrals,
    syncs: attachment.syncs,
    newDevices: houseParts.newDevices,
    identities,
    visibilityChanged: attachment.visibilityChanged,
    events: stream,
    publish,
    storage: store.storage,
    shared: store.shared,
    history: createHistoryView(recorder),
    tariffs: houseParts.tariffs,
    historyImports: houseParts.imports,
    radioTraffic,
    config: runtimeConfig,
    configured: loaded.config.centrals,
    configFile: loaded.file,
    centralsOfFile: (file) => centralsOfFile(file, loaded, secrets.box),
    directory: access.directory,
    wayIn,
    box: secrets.box,
    environment: options.environment,
    ...(options.searchAt === undefined ? {} : { searchAt: options.searchAt }),
    dataDir: loaded.dataDir,
    ...deps,
    editLocks: site.editLocks(createEditLocks({ clock: time, newToken: () => randomHex(32) })),
    declareMore: site.declareFigures,
    randomHex,
    levels,
    records,
    time,
    log,
  });
}

/** Ports of the gateway for every transport: REST and WebSocket, and the bridges. */
function createPorts(
  { base, data, house: houseParts }: Pick<Parts, 'base' | 'data' | 'house'>,
  hub: HubAdapters,
  info: ReturnType<typeof createInfo>,
) {
  const { time, log } = base;
  const { health, store } = data;
  const { house, centrals, attachment, flags, radioTraffic, stream, publish } = houseParts;
  const paramsets = createParamsetReader({ centrals, house, publish, now: time.now });
  const { inbox } = hub.services;
  return {
    events: stream,
    house,
    ccu: createCcuWriter({ centrals, house, publish, time, log: log.child('ccu') }),
    interfaceControl: createInterfaceControl(centrals, house),
    info,
    health,
    audit: radioTraffic.counted(auditOf(store.shared?.audit)),
    devices: house,
    paramsets,
    links: createLinkControl(centrals, attachment.linksChanged),
    centralLinks: createCentralLinkControl(centrals),
    deviceControl: createDeviceControl({ centrals, house, inbox, paramsets, time, log: log.child('devices') }),
    flags: { saveFlags: flags.saveFlags },
    radioBudgets: createRadioBudgets(centrals),
    receivers: createReceiverControl(centrals),
    heatingGroups: createHeatingGroupControl({ centrals, house, publish }),
    ...hub.services,
  };
}

/** Ports that are made after the others, of which they make use. */
type Later = 'push' | 'acts' | 'alarm' | 'security' | 'replacements' | 'firmwareUpdates';

function createGatewayServer(
  { base: { log, options }, data, house: { site }, access: { auth } }: Parts,
  hub: HubAdapters,
  ports: ReturnType<typeof createPorts> & Pick<GatewayPorts, Later>,
) {
  const ui = openWebUi(options.webUiFolder ?? webUiFolder, log.child('web-ui'));
  return createServer({
    ...ports,
    ...(site.requests && { requests: site.requests }),
    auth,
    ...(ui === undefined ? {} : { ui }),
    setupSink: createSetupSink(hub.administration, data.runtimeConfig),
    logger: log.child('http'),
    ...serverOptionsOf(data.loaded.config),
  });
}
