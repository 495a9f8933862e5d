import { hostname } from 'node:os';
import { type CallbackServer, openCallbackServer } from '@ccu-gateway/ccu-client';
import { createHouseModel, type HouseModel, type ModelEvent } from '@ccu-gateway/device-model';
import {
  type ChannelFlagMemory,
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
import { callbackFault } from '../config/index.js';
import { documentsIn, flagsKey, identityKey } from '../storage/documents.js';
import type { Base } from './base.js';
import type { CataloguedStream } from './catalogued-stream.js';
import type { Data } from './data.js';
import { startRecorder } from './history.js';
import { writePausesOf } from './hot-settings.js';
import { openStream } from './stream.js';

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
}

/** CCUs are small computers: what no client waits for is read slowly. */
const CONFIGURATION_GAP_MS = 100;

/** Opens the stream of events and the listener for CCUs; connects to none of them yet. */
export async function openHouse(base: Base, data: Data): Promise<HouseParts> {
  const { log, lifecycle } = base;
  const { health, store, loaded } = data;
  const { config } = loaded;
  const { stream, finding, ended: streamEnded } = await openStream(store, config, log.child('events'));
  health.check('events', finding);
  lifecycle.onClose('events', () => stream.close());

  const house = createHouseModel({ uniqueIdPrefix: config.unique_id_prefix, locale: config.locale });
  const recorder = startRecorder(base, data, house);
  const publish = (event: ModelEvent) => {
    const topic = topicOf(event);
    stream.publish(topic === event.topic ? event : { ...event, topic });
    recorder?.onEvent(event);
  };

  const callbacks = await openCallbacks(base, data);
  lifecycle.onClose('callbacks', () => callbacks.close());
  return {
    stream,
    streamEnded,
    house,
    recorder,
    publish,
    callbacks,
    ...createCcus(base, data, { house, publish, callbacks }),
  };
}

async function openCallbacks({ log }: Base, { loaded }: Data): Promise<CallbackServer> {
  const { callback } = loaded.config;
  return await openCallbackServer({
    host: callback.host,
    port: callback.port,
    binPort: callback.bin_port,
    ...(callback.public_host === undefined ? {} : { publicHost: callback.public_host }),
    maxConnections: callback.max_connections,
    restrictSourceIps: callback.restrict_source_ips,
    log: ccuLog(log.child('callback')),
  }).catch((error: unknown) => {
    throw callbackFault(error, loaded);
  });
}

function createCcus(
  { options, time, log }: Base,
  { health, store, loaded: { config } }: Data,
  { house, publish, callbacks }: Pick<HouseParts, 'house' | 'publish' | 'callbacks'>,
): Pick<HouseParts, 'radioTraffic' | 'identities' | 'attachment' | 'flags' | 'centrals'> {
  const radioTraffic = createRadioTraffic({ house, clock: time });
  const identities = createIdentities(documentsIn(store.storage?.ccuState, identityKey), log.child('hub'));
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
    valuesCache: config.persistence.values_cache,
    log,
  });
  const flags = createChannelFlags(documentsIn(store.storage?.ccuState, flagsKey), house);
  const centrals = createCentrals({
    house,
    publish,
    callbacks,
    instance: config.callback.instance_name ?? hostname(),
    ...(store.storage === undefined
      ? {}
      : { descriptionCache: store.storage.descriptions, stateStore: store.storage.ccuState }),
    timings: { ...writePausesOf(config), ...options.timings },
    identity: identities.of,
    attach: (ccu, central) => {
      flags.restore(central.name).catch((error) => log.warn('channel flags', { error }));
      return attachment.attach(ccu, central);
    },
    log: log.child('ccu'),
  });
  health.check('ccu', () => ccuFindings(house, centrals.all(), attachment.syncs.failures, attachment.syncs.isAway));
  return { radioTraffic, identities, attachment, flags, centrals };
}
