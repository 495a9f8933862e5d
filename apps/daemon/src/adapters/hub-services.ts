import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import { allLabels, type HouseModel, type Locale, type ModelEvent } from '@ccu-gateway/device-model';
import type { ReadableEventStream } from '@ccu-gateway/event-stream';
import {
  type CentralAdministration,
  type CentralDirectory,
  createDiagnostics,
  createDiscovery,
  createFirmwareInstall,
  createGroupControl,
  createIconSource,
  createInboxControl,
  createInstallModeControl,
  createLoopTester,
  createMessageControl,
  createProgramControl,
  createSystemControl,
  createSystemView,
  createSysvarControl,
  createVisibilityControl,
  type HubSyncs,
  type Identities,
  type NewDevices,
  scheduleBackups,
} from '@ccu-gateway/gateway-core/parts';
import {
  createExportSlots,
  type EditLocks,
  type EntityLabels,
  type HistoryImports,
  type HistoryView,
  type ParquetFiles,
  type RadioTraffic,
  type TariffControl,
} from '@ccu-gateway/gateway-core/use-cases';
import type { GatewayPorts } from '@ccu-gateway/server';
import type { SharedStores } from '@ccu-gateway/storage';
import type { WayInKeeper } from '../access/way-in.js';
import type { Centrals } from '../centrals/centrals.js';
import { type CentralConfig, durationMs } from '../config/index.js';
import type { LogLevels } from '../log/levels.js';
import type { Log } from '../log/log.js';
import type { LogRecords } from '../log/records.js';
import type { LocalStorage } from '../storage/store.js';
import { visibilityRecords } from '../storage/visibility-records.js';
import type { Time } from '../time/time.js';
import { createStoredBackups } from './backups.js';
import { createStoredCentrals } from './centrals.js';
import { centralsFile } from './centrals-file.js';
import type { RuntimeConfig } from './config.js';
import { ignoredRecords, type SearchTarget, searchBySsdp } from './discovery.js';
import { fetchOverHttp } from './icons.js';
import { createLogLevelControl, createLogView } from './log-view.js';
import { createMetrics, type MetricsDeps } from './metrics.js';
import { probeCentral } from './probe.js';
import {
  createAreas,
  createChangeHistory,
  createDiagrams,
  createFloorplans,
  createIncidentLog,
  createPreferences,
  createProblemTimesView,
} from './stores.js';

export interface HubServicesDeps {
  readonly house: HouseModel;
  readonly centrals: Centrals;
  readonly syncs: HubSyncs;
  readonly newDevices: Pick<NewDevices, 'release'>;
  readonly identities: Pick<Identities, 'forget'>;
  /** To be called when other parameters of a CCU's devices are visible. */
  readonly visibilityChanged: (central: string) => void;
  readonly events: ReadableEventStream;
  readonly publish: (event: ModelEvent) => void;
  readonly storage: LocalStorage | undefined;
  readonly shared: SharedStores | undefined;
  readonly history: HistoryView;
  readonly tariffs: TariffControl;
  readonly historyImports: HistoryImports;
  readonly radioTraffic: RadioTraffic;
  readonly config: RuntimeConfig;
  /** CCUs of the configuration file, their passwords in clear text. */
  readonly configured: readonly CentralConfig[];
  /** The configuration file; undefined where there is none. */
  readonly configFile: string | undefined;
  /** The CCUs that stand in it now. @throws ConfigError */
  readonly centralsOfFile: (file: string) => readonly CentralConfig[];
  /** Called when a CCU was added, changed or removed here. */
  readonly centralsChanged?: (() => void) | undefined;
  /** Called when that may have happened although it failed. */
  readonly centralsInDoubt: () => void;
  readonly directory: CentralDirectory;
  readonly wayIn: WayInKeeper;
  readonly box: SecretBox;
  /** Value of an environment variable. */
  readonly environment: (name: string) => string | undefined;
  /** Address range of the search for CCUs. Default: the whole local network. */
  readonly searchAt?: SearchTarget;
  readonly dataDir: string;
  readonly version: string;
  readonly requestStop: (reason: string) => void;
  /** Figures of the Matter bridge, where it is enabled. */
  readonly matter: MetricsDeps['matter'];
  readonly isMatterEnabled: () => boolean;
  /** How the webhooks are doing. */
  readonly webhooks: MetricsDeps['webhooks'];
  /** How the channels for messages to people are doing. */
  readonly notify: MetricsDeps['notify'];
  /** How the MQTT brokers are doing. */
  readonly mqtt: MetricsDeps['mqtt'];
  readonly editLocks: EditLocks;
  /** Declares figures that are not of this process alone. */
  readonly declareMore: MetricsDeps['declareMore'];
  readonly randomHex: (digits: number) => string;
  readonly levels: LogLevels;
  readonly records: LogRecords;
  readonly time: Time;
  readonly log: Log;
}

export type HubAdapters = ReturnType<typeof createHubAdapters>;

/** Every port of the hub, of administration and of diagnostics, over the parts of the daemon. */
export function createHubAdapters(deps: HubServicesDeps) {
  const { house, centrals, publish, shared, config, time, log } = deps;
  const administration = administrationOf(deps);
  const backups = backupsOf(deps);
  const discovery = discoveryOf(deps);

  const services = {
    ...hubPortsOf(deps),
    ...diagnosticPortsOf(deps),
    config,
    configControl: config,
    centralView: administration,
    centralControl: administration,
    discovery,
    visibility: createVisibilityControl({
      house,
      publish,
      records: visibilityRecords(shared?.unignore),
      now: time.now,
      changed: deps.visibilityChanged,
    }),
    backups: backups.port,
    preferences: createPreferences(shared?.preferences),
    areas: createAreas(shared?.areas, deps),
    diagrams: createDiagrams(shared?.facts, deps),
    tariffs: deps.tariffs,
    floorplans: createFloorplans(deps.storage?.floorplans, deps),
    icons: createIconSource({
      place: (name) => webPlace(administration, centrals, name),
      fetchFile: fetchOverHttp,
      time,
      log: log.child('icons'),
    }),
    labels: createEntityLabels(),
    editLocks: deps.editLocks,
  } satisfies Partial<GatewayPorts>;

  // As wide as the ports are: another gateway may stand behind them.
  const ports: Pick<GatewayPorts, keyof typeof services> = services;
  return {
    services: ports,
    administration,
    /** Ends the jobs, and waits for those under way. */
    async stop() {
      discovery.stop();
      await backups.stop();
    },
  };
}

/** Ports of the CCUs and their logic layers. */
function hubPortsOf(deps: HubServicesDeps) {
  const { house, centrals, syncs, events, publish, time, log } = deps;
  const hub = { centrals, syncs, house, publish, time, log: log.child('hub') };
  return {
    hub: house,
    programs: createProgramControl(hub),
    sysvars: createSysvarControl(hub),
    messages: createMessageControl(hub),
    groups: createGroupControl({ centrals }),
    inbox: createInboxControl({ ...hub, newDevices: deps.newDevices }),
    installMode: createInstallModeControl(hub),
    systemView: createSystemView({ house, events }),
    system: createSystemControl({
      centrals,
      house,
      publish,
      time,
      installUpdate: installUpdateOf(deps),
      requestStop: deps.requestStop,
    }),
    loopTester: createLoopTester({ centrals, house }),
  };
}

/** Ports of diagnostics: figures, incidents, records of the past and the log. */
function diagnosticPortsOf(deps: HubServicesDeps) {
  const { house, centrals, shared, storage, log } = deps;
  return {
    diagnostics: createDiagnostics({ centrals, house, metrics: createMetrics(deps) }),
    incidentLog: createIncidentLog(shared?.incidents),
    problemTimes: createProblemTimesView(storage?.problemTimes),
    changeHistory: createChangeHistory(shared?.facts),
    history: deps.history,
    historyImports: deps.historyImports,
    exportSlots: createExportSlots(),
    parquet: {
      async *write(parts: Parameters<ParquetFiles['write']>[0]) {
        // Loaded with the first file.
        yield* (await import('./parquet.js')).writeParquet(parts);
      },
    },
    radioTraffic: deps.radioTraffic,
    log: createLogView(deps.records),
    logLevels: createLogLevelControl(deps.levels),
    uiLog: log.child('ui'),
  };
}

const discoveryOf = ({ storage, config, searchAt, time }: HubServicesDeps) =>
  createDiscovery({
    records: ignoredRecords(storage?.facts),
    time,
    search: searchBySsdp(config.current().callback.host, searchAt),
    pauseMs() {
      const { enabled, interval } = config.current().north.discovery.ssdp;
      return enabled ? durationMs(interval) : 0;
    },
  });

const installUpdateOf = ({ centrals, house, syncs, shared, time, log }: HubServicesDeps) =>
  createFirmwareInstall({ centrals, house, syncs, incidents: shared?.incidents, time, log: log.child('firmware') });

/** Those that are asked for, and those that the schedule makes. */
function backupsOf({ centrals, config, dataDir, publish, time, randomHex, log }: HubServicesDeps) {
  const settings = () => config.current().backup;
  const deps = { centrals, time, log: log.child('backup') };
  const port = createStoredBackups({ ...deps, config: settings, dataDir, publish, randomHex });
  const stopSchedule = scheduleBackups({ ...deps, backups: port, pauseMs: () => durationMs(settings().schedule) });
  return {
    port,
    async stop() {
      stopSchedule();
      await port.settled();
    },
  };
}

function administrationOf(deps: HubServicesDeps): CentralAdministration<CentralConfig> {
  const { storage, centrals, house, log } = deps;
  return createStoredCentrals({
    configured: deps.configured,
    ...(deps.configFile === undefined ? {} : { file: centralsFile(deps.configFile, deps.centralsOfFile) }),
    ignored: (note) => log.warn(note, { event: 'centrals.file_ignored' }),
    directory: deps.directory,
    wayIn: deps.wayIn,
    store: deps.shared?.centrals,
    changed: deps.centralsChanged,
    inDoubt: deps.centralsInDoubt,
    centrals,
    house,
    async forget(name) {
      try {
        await storage?.values.forgetCentral(name);
        await storage?.descriptions.forgetCentral(name);
        await deps.identities.forget(name);
      } catch (error) {
        // It is gone all the same; its remaining data are never shown.
        log.warn('the stored data of a CCU could not be deleted', { central: name, error });
      }
    },
    probe: probeCentral,
    box: deps.box,
    environment: deps.environment,
  });
}

/** Where the web server of a CCU is. */
async function webPlace(
  administration: CentralAdministration<CentralConfig>,
  centrals: Pick<Centrals, 'permit'>,
  name: string,
) {
  const central = (await administration.inForce()).find((each) => each.name === name);
  if (central === undefined) return undefined;
  const { host, tls, tls_insecure_skip_verify: insecure, json_rpc_port: port } = central;
  return { host, tls, insecure, port: port || (tls ? 443 : 80), permit: () => centrals.permit(name) };
}

function createEntityLabels(): EntityLabels {
  const known = new Map<Locale, Readonly<Record<string, string>>>();
  return {
    entries(locale) {
      const entries = known.get(locale) ?? allLabels(locale);
      known.set(locale, entries);
      return entries;
    },
  };
}
