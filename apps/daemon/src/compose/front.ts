import { createGatewayCore, type Doctor, type GatewayCore } from '@ccu-gateway/gateway-core';
import {
  createCcuWriter,
  createCentralLinkControl,
  createDeviceControl,
  createInterfaceControl,
  createLinkControl,
  createParamsetReader,
  createWriteTrouble,
} from '@ccu-gateway/gateway-core/parts';
import { createServer, type ServerOptions } from '@ccu-gateway/server';
import { webUiFolder } from '@ccu-gateway/web-ui';
import { loginCentral } from '../access/ccu-login.js';
import { auditOf } from '../access/no-audit.js';
import { createSetupSink } from '../access/setup-sink.js';
import { createHistoryView } from '../adapters/history.js';
import { createHubAdapters, type HubAdapters, type HubServicesDeps } from '../adapters/hub-services.js';
import { openWebUi } from '../adapters/web-ui.js';
import { centralsOfFile } from '../config/index.js';
import { createRunningDoctor, type RunningDoctorDeps } from '../doctor/running.js';
import { lacksShared } from '../storage/store.js';
import type { AccessParts } from './access.js';
import type { Base } from './base.js';
import { createBuildInfo } from './build-info.js';
import { createCentralsLook } from './centrals-look.js';
import type { Data } from './data.js';
import {
  bridgesOfFleet,
  CENTRALS_CHANGED,
  followCentrals,
  followSettings,
  type OutgoingBridges,
} from './fleet-duties.js';
import type { FleetPart } from './fleet-part.js';
import { createFleetPorts } from './fleet-ports.js';
import { addHotSettings, serverOptionsOf, writePausesOf } from './hot-settings.js';
import type { HouseParts } from './house.js';
import { createKeptLocks } from './kept-locks.js';
import { createMatter, type MatterPart } from './matter.js';
import { createMqttBridges, type MqttBridges, type MqttBridgesDeps, type MqttEvent } from './mqtt.js';
import { type OwnBackupParts, openOwnBackups } from './own-backups.js';
import { randomHex } from './random-hex.js';
import { openBridgeStates } from './shared-states.js';
import type { Tls } from './tls.js';
import { createWebhooks, type Webhooks, type WebhooksDeps } from './webhooks.js';

/** What programs and people reach. */
export interface FrontParts {
  readonly hub: HubAdapters;
  /** The use cases, for ways in that are no server. */
  readonly core: GatewayCore;
  readonly server: ReturnType<typeof createServer>;
  readonly bridges: OutgoingBridges;
  readonly matter: MatterPart;
  readonly ownBackups: OwnBackupParts;
  /** Takes part in the fleet, where there is one, at these addresses. */
  readonly joinFleet: (urls: readonly string[]) => Promise<void>;
}

interface Parts {
  readonly base: Base;
  readonly data: Data;
  readonly house: HouseParts;
  readonly access: AccessParts;
  /** Absent where this gateway is alone. */
  readonly fleetPart: FleetPart | undefined;
  readonly tls: Tls | undefined;
}

/** Makes the server and everything it offers; it does not listen yet. */
export function createFront(parts: Parts, requestStop: (reason: string) => void): FrontParts {
  const { base, data, access, fleetPart } = parts;
  const { levels, lifecycle, options } = base;
  const { house, stream, callbacks, centrals, fleet } = parts.house;
  const info = createInfo(parts);
  const { version } = info.info();
  const hub = createHub(parts, {
    fleet: fleetPart?.view,
    // A look that had read what was kept before the change may come after it.
    centralsChanged:
      fleet &&
      (() => {
        fleet.tell(CENTRALS_CHANGED);
        look.soon();
      }),
    centralsInDoubt: () => look.soon(),
    version,
    requestStop,
    matter: () => matter.figures(),
    isMatterEnabled: () => matter.access.status().enabled,
    webhooks: () => webhooks.status(),
    mqtt: () => mqtt.status(),
  });
  lifecycle.onClose('the hub', () => hub.stop());
  const look = createCentralsLook(
    { administration: hub.administration, directory: access.directory, centrals },
    base.time,
    base.log.child('fleet'),
  );
  const publish = (event: MqttEvent) => void stream.publish(event);
  const { mqtt, webhooks, bridges } = openBridges(base, data, fleet, { core: () => core, publish });
  const ownBackups = openOwnBackups(base, data, { version, randomHex, stream, requestStop });
  const matter = createMatter({ base, data, house: parts.house, version });
  const doctor = createDoctor(parts, hub, {
    ...{ version, mqtt, webhooks, matter: matter.access, foreignSessions: access.auth.foreignSessions },
    isOurs: fleetPart?.remote.mayAct,
  });
  const own = { ...createPorts(parts, hub, info), mqtt, webhooks, doctor };
  const { box } = data.secrets;
  const ofFleet =
    fleetPart &&
    createFleetPorts(own, fleetPart, {
      ...{ house, centrals, box, isConfigured: configuredBridges(data) },
      connects: fleet?.role !== 'serve',
      newId: () => randomHex(32),
    });
  const ports = {
    ...own,
    ...ofFleet?.ports,
    ownBackups: ownBackups.access,
    matter: matter.access,
  };
  const core: GatewayCore = createGatewayCore({ ...ports, clock: base.time });
  const server = createGatewayServer(parts, hub, { ...ports, ...(fleet && { requests: fleet.requests }) });
  tellChanges(parts);
  addHotSettings(data.hot, {
    levels,
    house,
    stream,
    events: data.store.events?.log,
    callbacks,
    centrals,
    timings: (next) => ({ ...writePausesOf(next), ...options.timings }),
    auth: access.auth,
    access: access.changeable,
    server,
    history: parts.house.recorder,
    ...bridges,
    matter,
  });
  const joinFleet = async (urls: readonly string[]) => {
    lifecycle.onClose('the check of stored CCUs', look.stop);
    if (fleet === undefined || fleetPart === undefined || ofFleet === undefined) return;
    await fleetPart.join({ handlers: ofFleet.handlers, urls, configured: centrals.names });
    followCentrals(fleet, look);
    followChanges(parts);
    bridges.join?.();
  };
  return { hub, core, server, bridges, matter, ownBackups, joinFleet };
}

/** Tells which sections of the settings were changed here. */
function tellChanges({ base, data, house: { stream } }: Parts): void {
  data.runtimeConfig.observe((section) => {
    const payload = { section, event_at: new Date(base.time.now()).toISOString() };
    stream.publish({ topic: 'system.config', type: 'config.changed', payload });
  });
}

/** Puts in force here what others tell. */
function followChanges({ base, data, house: { stream } }: Parts): void {
  const unfollow = followSettings(stream, data.runtimeConfig, base.time, base.log.child('fleet'));
  base.lifecycle.onClose('settings of the fleet', unfollow);
}

/** What looks for what is wrong. */
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

function configuredBridges({ runtimeConfig: { current } }: Data) {
  const isAny = (settings: object) => Object.keys(settings).length > 0;
  return {
    mqtt: () => isAny(current().mqtt.brokers),
    webhooks: () => isAny(current().webhooks.endpoints),
  };
}

/** The bridges to other programs, and how their settings reach them; none is open yet. */
function openBridges(
  base: Base,
  data: Data,
  fleet: HouseParts['fleet'],
  { core, publish }: Pick<MqttBridgesDeps, 'core' | 'publish'>,
) {
  const standsBy = fleet !== undefined && fleet.role !== 'serve';
  const { states, shared } = openBridgeStates(base, data.store, standsBy);
  const mqtt = createMqtt(base, data, { core, publish, states });
  const webhooks = openWebhooks(base, data, { core, states });
  const { time } = base;
  const log = base.log.child('fleet');
  const bridges: OutgoingBridges & { readonly join?: () => void } =
    fleet === undefined ? { mqtt, webhooks } : bridgesOfFleet({ mqtt, webhooks }, { fleet, states: shared, time, log });
  return { mqtt, webhooks, bridges };
}

/** The bridges to MQTT brokers; none is open yet. */
function createMqtt(
  { time, log, lifecycle, parts }: Base,
  { health, store }: Data,
  house: Pick<MqttBridgesDeps, 'core' | 'publish' | 'states'>,
): MqttBridges {
  const mqttLog = log.child('mqtt');
  const mqtt = createMqttBridges({
    ...house,
    parts,
    time,
    random: Math.random,
    randomHex,
    log: mqttLog,
    incident: ({ broker, ...incident }) => {
      store.shared?.incidents
        .add({ at: time.now(), central: '', component: `mqtt.${broker}`, ...incident })
        .catch((error: unknown) => mqttLog.warn('an incident could not be written down', { error }));
    },
  });
  lifecycle.onClose('mqtt', () => mqtt.close());
  health.check('mqtt', () => mqtt.findings());
  return mqtt;
}

/** The webhooks; none is open yet. */
function openWebhooks(
  { time, log, lifecycle, parts }: Base,
  { health, store }: Data,
  house: Pick<WebhooksDeps, 'core' | 'states'>,
): Webhooks {
  const webhooks = createWebhooks({
    ...house,
    incidents: store.shared?.incidents,
    parts,
    time,
    random: Math.random,
    randomHex,
    log: log.child('webhooks'),
  });
  lifecycle.onClose('webhooks', () => webhooks.close());
  health.check('webhooks', () => webhooks.findings());
  return webhooks;
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
    | ('fleet' | 'centralsChanged' | 'centralsInDoubt' | 'version' | 'requestStop')
    | ('matter' | 'isMatterEnabled' | 'webhooks' | 'mqtt')
  >,
) {
  const { options, levels, records, time, log } = base;
  const { secrets, store, loaded, runtimeConfig, wayIn } = data;
  const { house, centrals, attachment, identities, recorder, radioTraffic, stream, publish } = houseParts;
  return createHubAdapters({
    house,
    centrals,
    syncs: attachment.syncs,
    identities,
    visibilityChanged: attachment.visibilityChanged,
    events: stream,
    publish,
    storage: store.storage,
    shared: store.shared,
    history: createHistoryView(recorder),
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
    editLocks: createKeptLocks(houseParts.fleet, { clock: time, newToken: () => randomHex(32) }),
    randomHex,
    levels,
    records,
    time,
    log,
  });
}

/** What the house offers to every way in: REST and WebSocket, and the bridges. */
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
    deviceControl: createDeviceControl({ centrals, house, inbox, paramsets, log: log.child('devices') }),
    flags: { saveFlags: flags.saveFlags },
    ...hub.services,
  };
}

function createGatewayServer(
  { base: { log, options }, data, access: { auth } }: Parts,
  hub: HubAdapters,
  ports: ReturnType<typeof createPorts> & Pick<ServerOptions, 'requests'>,
) {
  const ui = openWebUi(options.webUiFolder ?? webUiFolder, log.child('web-ui'));
  return createServer({
    ...ports,
    auth,
    ...(ui === undefined ? {} : { ui }),
    setupSink: createSetupSink(hub.administration, data.runtimeConfig),
    logger: log.child('http'),
    ...serverOptionsOf(data.loaded.config),
  });
}
