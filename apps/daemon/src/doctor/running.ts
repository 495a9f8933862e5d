import type { ForeignSessions } from '@ccu-gateway/auth-core';
import { type CallbackServer, type Ccu, openCallbackServer } from '@ccu-gateway/ccu-client';
import type { HouseModel } from '@ccu-gateway/device-model';
import { GatewayError } from '@ccu-gateway/gateway-core';
import {
  type CentralAdministration,
  defined,
  type HubSyncs,
  leftOutOf,
  type WriteTrouble,
} from '@ccu-gateway/gateway-core/parts';
import type {
  BackupStatus,
  Backups,
  ConnectionFacts,
  DataDirectoryFacts,
  Doctor,
  DoctorFacts,
  HealthSource,
  MatterAccess,
  MqttAccess,
  WebhookAccess,
} from '@ccu-gateway/gateway-core/use-cases';
import type { Centrals } from '../centrals/centrals.js';
import { type CentralConfig, type LoadedConfig, SHARED_KEY } from '../config/index.js';
import type { Store } from '../storage/store.js';
import type { Time } from '../time/time.js';
import { centralFacts, type LookAt } from './central.js';
import { oddFiles } from './data-directory.js';
import { diskOf, doorsOf, networkOf, portStates } from './machine.js';

export interface RunningDoctorDeps {
  readonly version: string;
  readonly time: Time;
  readonly loaded: LoadedConfig;
  readonly store: Pick<Store, 'storage' | 'lastStart' | 'place'>;
  readonly health: HealthSource;
  readonly house: Pick<HouseModel, 'snapshotLines' | 'devices' | 'unknownThings'>;
  readonly centrals: Pick<Centrals, 'get' | 'permit'>;
  readonly administration: Pick<CentralAdministration<CentralConfig>, 'inForce' | 'centralsFile'>;
  readonly callbacks: CallbackServer;
  readonly foreignSessions: Pick<ForeignSessions, 'lastSeenAt'>;
  readonly syncs: Pick<HubSyncs, 'failures'>;
  readonly backups: Pick<Backups, 'status'>;
  readonly writes: WriteTrouble;
  readonly mqtt: MqttAccess;
  readonly webhooks: WebhookAccess;
  readonly matter: MatterAccess | undefined;
  /** True when this gateway may send requests to a CCU and so examines it; left out where this gateway is alone. */
  readonly isOurs?: ((central: string) => boolean) | undefined;
  /** Replaces durations of examinations of CCUs, for demos and tests. */
  readonly timings?: LookAt['timings'];
}

/** Examines the gateway of this process. */
export function createRunningDoctor(deps: RunningDoctorDeps): Doctor {
  let isLooking = false;
  const isOurs = ({ name }: CentralConfig) => deps.isOurs?.(name) ?? true;

  async function look(central: string | undefined, signal: AbortSignal): Promise<DoctorFacts> {
    const inForce = (await deps.administration.inForce()).filter(({ enabled }) => enabled);
    const wanted = inForce.filter(({ name }) => central === undefined || name === central).filter(isOurs);
    const { callbacks, timings, loaded } = deps;
    const { host, public_host: publicHost } = loaded.config.callback;
    const openSpareCallbacks = () => openCallbackServer({ host, port: 0, binPort: 0, ...defined({ publicHost }) });
    const how = { callbacks, openSpareCallbacks, signal, timings, patienceMs: timings?.rpcTimeoutMs };
    const looks = wanted.map(async (each) => {
      const ccu = deps.centrals.get(each.name);
      const waitedBefore = waitingPoints(deps.house, each.name);
      const backup = ccu && (await deps.backups.status(ccu.name));
      const connection = () => ccu && backup && connectionFacts(deps, ccu, { backup, waitedBefore });
      const permit = () => deps.centrals.permit(each.name);
      return await centralFacts(each, { ...how, ccu, permit }, connection).catch((error) => letGo(error, permit));
    });
    const centrals = (await Promise.all(looks)).filter((facts) => facts !== undefined);
    return { ...(await ownFacts(deps)), centrals };
  }

  return {
    async examine({ central, signal }) {
      if (isLooking) {
        throw new GatewayError('conflict', 'The doctor is looking already', { reason: 'doctor_running' });
      }
      isLooking = true;
      try {
        return await look(central, signal);
      } finally {
        isLooking = false;
      }
    },
  };
}

/** Another gateway may examine the CCU now: this error is no finding about the CCU. */
function letGo(error: unknown, permit: () => void): undefined {
  try {
    permit();
  } catch {
    return undefined;
  }
  throw error;
}

async function ownFacts(deps: RunningDoctorDeps): Promise<Omit<DoctorFacts, 'centrals'>> {
  const { loaded, store, time, health } = deps;
  const { config, file, dataDir } = loaded;
  const shared = store.place?.();
  return {
    version: deps.version,
    node: process.versions.node,
    running: true,
    now: time.now(),
    config: { ...defined({ file, ignoredCentrals: await ignoredCentrals(deps) }), issues: [] },
    dataDirectory: dataDirectory(deps),
    ports: await portStates(doorsOf(config), true),
    network: networkOf(),
    health: health.health().components,
    callers: deps.callbacks.status(),
    mqtt: await deps.mqtt.status(),
    webhooks: await deps.webhooks.status(),
    ...defined({
      lastStart: store.lastStart,
      foreignSessionAt: deps.foreignSessions.lastSeenAt ?? undefined,
      disk: diskOf(dataDir),
      publicHost: config.callback.public_host,
      matter: deps.matter?.status(),
      shared: shared && { ...shared, setting: SHARED_KEY },
    }),
  };
}

/** Without the database nothing is kept, so nothing is ignored. */
async function ignoredCentrals({
  administration,
}: RunningDoctorDeps): Promise<DoctorFacts['config']['ignoredCentrals']> {
  const state = await administration.centralsFile().catch(() => undefined);
  return state?.isIgnored === true ? state : undefined;
}

/** The gateway has the file open, so its own report of the database counts, and the file is not read a second time. */
function dataDirectory({
  loaded: { dataDir, environment },
  store: { storage },
}: RunningDoctorDeps): DataDirectoryFacts {
  const trouble = storage?.trouble();
  const isFromOutside = environment.secretKey !== undefined || environment.secretKeyFile !== undefined;
  return {
    path: dataDir,
    state: 'ok',
    odd: storage === undefined ? [] : oddFiles(dataDir, process.getuid?.()),
    lock: { state: 'own' },
    database:
      trouble === undefined
        ? { state: 'ok' }
        : { state: trouble.damaged ? 'damaged' : 'unreadable', message: trouble.message },
    key: { state: isFromOutside ? 'from_environment' : 'ok' },
  };
}

function connectionFacts(
  { syncs, writes, house }: RunningDoctorDeps,
  ccu: Ccu,
  { backup, waitedBefore }: { readonly backup: BackupStatus; readonly waitedBefore: ReadonlySet<string> },
): ConnectionFacts {
  const { state, error } = backup;
  // A recent write is on its way; one that waited all the time waits for its device.
  const waiting = [...waitingPoints(house, ccu.name)].filter((point) => waitedBefore.has(point)).length;
  return {
    interfaces: ccu.status(),
    refusedDescriptions: ccu.refusedDescriptions(),
    leftOut: leftOutOf(ccu.leftOut(), house.unknownThings({ central: ccu.name })),
    devices: house.devices({ central: ccu.name }).map(({ address, interface: name }) => ({ address, interface: name })),
    unread: [...syncs.failures(ccu.name).keys()],
    writes: { ...writes.of(ccu.name), waiting },
    ...(state === 'failed' ? { backupError: error ?? 'it did not come to its end' } : {}),
  };
}

/** The data points of a CCU with a write that waits for its confirmation. */
function waitingPoints(house: RunningDoctorDeps['house'], central: string): ReadonlySet<string> {
  const waiting = new Set<string>();
  for (const { kind, data } of house.snapshotLines({ central, include: ['data_points'] })) {
    if (kind !== 'data_point') continue;
    // Lines of this kind hold data points as the contract has them.
    const { unique_id: id, pending } = data as { readonly unique_id: string; readonly pending?: true };
    if (pending === true) waiting.add(id);
  }
  return waiting;
}
