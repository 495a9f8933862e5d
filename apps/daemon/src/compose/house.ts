import { type CallbackServer, openCallbackServer } from '@ccu-gateway/ccu-client';
import { createHouseModel, type HouseModel, type ModelEvent } from '@ccu-gateway/device-model';
import {
  type ChannelFlagMemory,
  callersFinding,
  ccuFindings,
  createChannelFlags,
  createIdentities,
  createLiveReports,
  createNewDevices,
  createProblemWatch,
  createRadioTraffic,
  createReplacementBook,
  type HistoryRecorder,
  type Identities,
  type LiveReports,
  type NewDevices,
  type RadioTrafficCounter,
  type ReplacementBook,
  type RunningImports,
  topicOf,
} from '@ccu-gateway/gateway-core/parts';
import { createAttachment } from '../adapters/attach.js';
import { radioTrafficRecords } from '../adapters/radio-traffic.js';
import { createTariffs, type TariffStore } from '../adapters/stores.js';
import { ccuLog } from '../centrals/ccu-log.js';
import { type Centrals, createCentrals } from '../centrals/centrals.js';
import { callbackFault, instanceOf } from '../config/index.js';
import type { CataloguedStream } from '../site/model/catalogued-stream.js';
import type { Site } from '../site/model/site.js';
import { openSite } from '../site/open.js';
import { documentsOf, flagsKey, identityKey, newDevicesKey, replacementsKey } from '../storage/documents.js';
import type { Base } from './base.js';
import { VERSION } from './build-info.js';
import type { Data } from './data.js';
import { startImports, startRecorder } from './history.js';
import { writePausesOf } from './hot-settings.js';
import { randomHex } from './random-hex.js';
import { openStream, streamOptionsOf } from './stream.js';

/** The model of the installation, its events, and the CCUs that it is read from. */
export interface HouseParts {
  readonly stream: CataloguedStream;
  /** See `OpenStream`. */
  readonly streamEnded: Promise<string> | undefined;
  readonly house: HouseModel;
  /** Undefined where there is no file to record into. */
  readonly recorder: HistoryRecorder | undefined;
  readonly tariffs: TariffStore;
  readonly imports: RunningImports;
  readonly publish: (event: ModelEvent) => void;
  readonly callbacks: CallbackServer;
  readonly radioTraffic: RadioTrafficCounter;
  readonly reports: LiveReports;
  readonly identities: Identities;
  readonly attachment: ReturnType<typeof createAttachment>;
  readonly flags: ChannelFlagMemory;
  readonly replacementBook: ReplacementBook;
  readonly newDevices: NewDevices;
  readonly centrals: Centrals;
  readonly site: Site;
}

/** CCUs are small computers: data that no client waits for is read slowly. */
const CONFIGURATION_GAP_MS = 100;

/** Opens the stream of events and the listener for CCUs; connects to none of them yet. */
export async function openHouse(base: Base, data: Data): Promise<HouseParts> {
  const { log, lifecycle } = base;
  const { health, store, loaded } = data;
  const { config } = loaded;
  let record: (event: ModelEvent) => void = () => {};
  const { box } = data.secrets;
  const site = await openSite({
    ...base,
    ...data,
    box,
    streamOptions: streamOptionsOf(config, log.child('events')),
    onFollowed: (event) => record(event),
    version: VERSION,
    randomHex,
  });
  const own = () => openStream(store, config, log.child('events'));
  const { stream, finding, ended: streamEnded } = await site.openStream(own);
  health.check('events', finding);
  lifecycle.onClose('events', () => stream.close());

  const house = site.house(() => createHouseModel({ uniqueIdPrefix: config.unique_id_prefix, locale: config.locale }));
  const tariffs = createTariffs(store.shared?.facts);
  // Its variables are recorded from the first reading of the CCU on.
  await tariffs.read().catch((error: unknown) => log.debug('the tariffs of energy could not be read', { error }));
  const recorder = startRecorder(base, data, house, tariffs);
  if (recorder !== undefined) record = recorder.onEvent;
  const publish = (event: ModelEvent) => {
    const topic = topicOf(event);
    stream.publish(topic === event.topic ? event : { ...event, topic });
    record(event);
    problems.onEvent(event);
  };
  const problems = createProblemWatch({ house, publish, time: base.time });
  lifecycle.onClose('problems', () => problems.close());

  const callbacks = await base.parts.in('callbacks', () => openCallbacks(base, data, site));
  lifecycle.onClose('callbacks', () => callbacks.close());
  health.check('callers', () => callersFinding(callbacks.status(), base.time.now()));
  return {
    stream,
    streamEnded,
    house,
    recorder,
    tariffs,
    imports: startImports(base, data, house, recorder),
    publish,
    callbacks,
    site,
    ...createCcus(base, data, { house, publish, callbacks, site }),
  };
}

async function openCallbacks({ log }: Base, { loaded }: Data, { connects }: Site): Promise<CallbackServer> {
  const callback = {
    ...loaded.config.callback,
    // No CCU calls it then.
    ...(!connects && { host: '127.0.0.1', port: 0, bin_port: 0 }),
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

function createCcus(
  { options, time, log, parts, lifecycle }: Base,
  { health, store, loaded: { config } }: Data,
  { house, publish, callbacks, site }: Pick<HouseParts, 'house' | 'publish' | 'callbacks' | 'site'>,
): Pick<
  HouseParts,
  'radioTraffic' | 'reports' | 'identities' | 'attachment' | 'flags' | 'replacementBook' | 'newDevices' | 'centrals'
> {
  const records = radioTrafficRecords(store.storage?.ccuState);
  const radioTraffic = createRadioTraffic({ house, time, records, log: log.child('radio') });
  void radioTraffic.restore();
  lifecycle.onClose('the radio traffic', radioTraffic.close);
  const reports = createLiveReports();
  const identities = site.identities(createIdentities(documentsOf(store, identityKey), log.child('hub')));
  const attachment = createAttachment({
    house,
    publish,
    identities,
    radioTraffic,
    reports,
    storage: store.storage,
    shared: store.shared,
    time,
    hubSettleMs: options.hubSettleMs,
    hubRetryMs: options.hubRetryMs,
    identityWaitMs: options.identityWaitMs,
    configurationGapMs: options.timings?.descriptionGapMs ?? CONFIGURATION_GAP_MS,
    valuesCache: { ...config.persistence.values_cache, ...(!site.keepsStates && { enabled: false }) },
    log,
  });
  const flags = createChannelFlags(documentsOf(store, flagsKey), house);
  const replacementBook = createReplacementBook({
    documents: documentsOf(store, replacementsKey),
    house,
    publish,
    log: log.child('replacements'),
  });
  const newDevices = createNewDevices({
    documents: documentsOf(store, newDevicesKey),
    house,
    publish,
    log: log.child('ccu'),
  });
  const local = createCentrals({
    house,
    newDevices,
    parts,
    publish,
    callbacks,
    instance: instanceOf(config),
    ...(store.storage === undefined
      ? {}
      : { descriptionCache: store.storage.descriptions, stateStore: store.storage.ccuState }),
    keepsWrites: site.keepsStates,
    timings: { ...writePausesOf(config), ...options.timings },
    identity: identities.of,
    attach: (ccu, central) => {
      // Flags of this machine may be older than those of another gateway.
      if (site.keepsStates || store.place !== undefined) {
        flags.restore(central.name).catch((error) => log.warn('channel flags', { error }));
        replacementBook.restore(central.name).catch((error) => log.warn('replaced devices', { error }));
      }
      return attachment.attach(ccu, central);
    },
    log: log.child('ccu'),
  });
  const centrals = site.centrals(local);
  health.check('ccu', () => ccuFindings(house, centrals.all(), attachment.syncs.failures, attachment.syncs.isAway));
  return { radioTraffic, reports, identities, attachment, flags, replacementBook, newDevices, centrals };
}
