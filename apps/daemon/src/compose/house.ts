import { type CallbackServer, openCallbackServer } from '@ccu-gateway/ccu-client';
import { createHouseModel, type HouseModel, type ModelEvent } from '@ccu-gateway/device-model';
import {
  type ChannelFlagMemory,
  callersFinding,
  ccuFindings,
  createChannelFlags,
  createIdentities,
  createRadioTraffic,
  type HistoryRecorder,
  type Identities,
  type RadioTrafficCounter,
  topicOf,
} from '@ccu-gateway/gateway-core/parts';
import { createAttachment } from '../adapters/attach.js';
import { ccuLog } from '../centrals/ccu-log.js';
import { type Centrals, createCentrals } from '../centrals/centrals.js';
import { callbackFault, instanceOf } from '../config/index.js';
import { createHeldCentrals } from '../fleet/held-centrals.js';
import type { FleetBase } from '../fleet/open-fleet.js';
import { documentsOf, flagsKey, identityKey } from '../storage/documents.js';
import type { Base } from './base.js';
import type { CataloguedStream } from './catalogued-stream.js';
import type { Data } from './data.js';
import { streamOfFleet } from './fleet-stream.js';
import { startRecorder } from './history.js';
import { writePausesOf } from './hot-settings.js';
import { openStream, streamOptionsOf } from './stream.js';

/** The house as it is known, its events, and the CCUs it is known from. */
export interface HouseParts {
  readonly stream: CataloguedStream;
  /** See `OpenStream`. */
  readonly streamEnded: Promise<string> | undefined;
  readonly house: HouseModel;
  /** Undefined where there is no file to record into. */
  readonly recorder: HistoryRecorder | undefined;
  readonly publish: (event: ModelEvent) => void;
  readonly callbacks: CallbackServer;
  readonly radioTraffic: RadioTrafficCounter;
  readonly identities: Identities;
  readonly attachment: ReturnType<typeof createAttachment>;
  readonly flags: ChannelFlagMemory;
  readonly centrals: Centrals;
  /** Undefined where this gateway is alone. */
  readonly fleet: FleetBase | undefined;
}

/** CCUs are small computers: what no client waits for is read slowly. */
const CONFIGURATION_GAP_MS = 100;

/** Opens the stream of events and the listener for CCUs; connects to none of them yet. */
export async function openHouse(base: Base, data: Data): Promise<HouseParts> {
  const { log, lifecycle } = base;
  const { health, store, loaded } = data;
  const { config } = loaded;
  let record: (event: ModelEvent) => void = () => {};
  const fleet = await openFleetBase(base, data, (event) => record(event));
  const {
    stream,
    finding,
    ended: streamEnded,
  } = fleet === undefined
    ? await openStream(store, config, log.child('events'))
    : streamOfFleet(fleet, log.child('fleet'));
  health.check('events', finding);
  lifecycle.onClose('events', () => stream.close());

  const house =
    fleet?.feed.house ?? createHouseModel({ uniqueIdPrefix: config.unique_id_prefix, locale: config.locale });
  const recorder = startRecorder(base, data, house);
  if (recorder !== undefined) record = recorder.onEvent;
  const publish = (event: ModelEvent) => {
    const topic = topicOf(event);
    stream.publish(topic === event.topic ? event : { ...event, topic });
    record(event);
  };

  const callbacks = await base.parts.in('callbacks', () => openCallbacks(base, data));
  lifecycle.onClose('callbacks', () => callbacks.close());
  health.check('callers', () => callersFinding(callbacks.status(), base.time.now()));
  return {
    stream,
    streamEnded,
    house,
    recorder,
    publish,
    callbacks,
    fleet,
    ...createCcus(base, data, { house, publish, callbacks, fleet }),
  };
}

/** The fleet that this gateway belongs to; undefined where it is alone. */
async function openFleetBase(
  { log, time, lifecycle }: Base,
  { loaded: { config }, store }: Data,
  onFollowed: (event: ModelEvent) => void,
): Promise<FleetBase | undefined> {
  if (config.fleet.nats.servers.length === 0) return undefined;
  // Loaded for a fleet only.
  const { openFleet } = await import('../fleet/open-fleet.js');
  const kept = await store.shared?.centrals.list().catch(() => undefined);
  const fleet = await openFleet({
    config,
    instance: instanceOf(config),
    identity: store.identity,
    streamOptions: streamOptionsOf(config, log.child('events')),
    centrals: [...new Set([...config.centrals, ...(kept ?? [])].map(({ name }) => name))],
    onFollowed,
    time,
    log: log.child('fleet'),
  });
  lifecycle.onClose('fleet', () => fleet.close());
  return fleet;
}

async function openCallbacks({ log }: Base, { loaded }: Data): Promise<CallbackServer> {
  const { fleet } = loaded.config;
  // A gateway that only serves is called by no CCU.
  const callback = {
    ...loaded.config.callback,
    ...(fleet.nats.servers.length > 0 && fleet.role === 'serve' && { host: '127.0.0.1', port: 0, bin_port: 0 }),
  };
  return await openCallbackServer({
    host: callback.host,
    port: callback.port,
    binPort: callback.bin_port,
    ...(callback.public_host === undefined ? {} : { publicHost: callback.public_host }),
    maxConnections: callback.max_connections,
    ...(callback.restrict_source_ips === undefined ? {} : { restrictSourceIps: callback.restrict_source_ips }),
    log: ccuLog(log.child('callback')),
  }).catch((error: unknown) => {
    throw callbackFault(error, loaded);
  });
}

/** Who CCUs are; what is known of them from earlier, and what they tell, is compared with what the fleet knows. */
function identitiesOf(store: Data['store'], known: FleetBase['known'], log: Base['log']): Identities {
  const kept = createIdentities(documentsOf(store, identityKey), log);
  const look = (central: string, serial: string | undefined) => {
    if (serial !== undefined) void known?.look(central, serial);
  };
  return {
    ...kept,
    async load(centrals) {
      await kept.load(centrals);
      for (const central of centrals) look(central, kept.of(central).serial);
    },
    keep(central, said) {
      kept.keep(central, said);
      look(central, said.serial);
    },
  };
}

function createCcus(
  { options, time, log, parts }: Base,
  { health, store, loaded: { config } }: Data,
  { house, publish, callbacks, fleet }: Pick<HouseParts, 'house' | 'publish' | 'callbacks' | 'fleet'>,
): Pick<HouseParts, 'radioTraffic' | 'identities' | 'attachment' | 'flags' | 'centrals'> {
  const radioTraffic = createRadioTraffic({ house, clock: time });
  const identities = identitiesOf(store, fleet?.known, log.child('hub'));
  const attachment = createAttachment({
    house,
    publish,
    identities,
    radioTraffic,
    storage: store.storage,
    shared: store.shared,
    time,
    hubSettleMs: options.hubSettleMs,
    hubRetryMs: options.hubRetryMs,
    identityWaitMs: options.identityWaitMs,
    configurationGapMs: options.timings?.descriptionGapMs ?? CONFIGURATION_GAP_MS,
    // In a fleet the log keeps them, for whoever holds the CCU next.
    valuesCache: { ...config.persistence.values_cache, ...(fleet && { enabled: false }) },
    log,
  });
  const flags = createChannelFlags(documentsOf(store, flagsKey), house);
  const local = createCentrals({
    house,
    parts,
    publish,
    callbacks,
    instance: instanceOf(config),
    ...(store.storage === undefined
      ? {}
      : { descriptionCache: store.storage.descriptions, stateStore: store.storage.ccuState }),
    // In a fleet the next term ends them, at whichever gateway.
    keepsWrites: fleet === undefined,
    timings: { ...writePausesOf(config), ...options.timings },
    identity: identities.of,
    attach: (ccu, central) => {
      // In a fleet without a place for them, what another gateway told is newer than what this machine has.
      if (fleet === undefined || store.place !== undefined) {
        flags.restore(central.name).catch((error) => log.warn('channel flags', { error }));
      }
      return attachment.attach(ccu, central);
    },
    log: log.child('ccu'),
  });
  const centrals =
    fleet === undefined ? local : createHeldCentrals({ local, fleet, changed: fleet.changed, log: log.child('fleet') });
  health.check('ccu', () => ccuFindings(house, centrals.all(), attachment.syncs.failures, attachment.syncs.isAway));
  return { radioTraffic, identities, attachment, flags, centrals };
}
