import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Auth } from '@ccu-gateway/auth-core';
import { openCallbackServer, type Timings } from '@ccu-gateway/ccu-client';
import { createHome, type HomeEvent } from '@ccu-gateway/device-model';
import { createServer } from '@ccu-gateway/server';
import type { DestinationStream } from 'pino';
import { loginCentral } from './access/ccu-login.js';
import { noAudit } from './access/no-audit.js';
import { openAccess } from './access/open.js';
import { changeableOptions } from './access/options.js';
import { createObstacleNotes } from './access/setup-obstacles.js';
import { createSetupSink } from './access/setup-sink.js';
import { createWayInKeeper } from './access/way-in.js';
import { createAttachment } from './adapters/attach.js';
import { createCentralLinkControl } from './adapters/central-links.js';
import { createRuntimeConfig, withStoredSections } from './adapters/config.js';
import { createDeviceControl } from './adapters/devices.js';
import type { SearchTarget } from './adapters/discovery.js';
import { createFlagStore } from './adapters/flags.js';
import { createHubAdapters } from './adapters/hub-services.js';
import { createLinkControl } from './adapters/links.js';
import { createParamsetReader } from './adapters/paramsets.js';
import { createBuildInfo } from './build-info.js';
import { ccuLog } from './centrals/ccu-log.js';
import { type Centrals, createCentrals } from './centrals/centrals.js';
import { createCentralDirectory } from './centrals/directory.js';
import { ccuFindings } from './centrals/findings.js';
import { createInterfaceControl } from './centrals/interfaces.js';
import { createCcuWriter } from './centrals/writer.js';
import { clockFinding, createClockWatch } from './clock.js';
import {
  callbackFault,
  createHotSettings,
  LISTEN,
  type LoadedConfig,
  listenFault,
  parseListen,
  setupObstacles,
} from './config/index.js';
import { createHealth } from './health.js';
import { addHotSettings, serverOptionsOf, writePausesOf } from './hot-settings.js';
import { createIdentities } from './hub/identities.js';
import { topicOf } from './hub/topic.js';
import { createLifecycle } from './lifecycle.js';
import { createLogLevels } from './log/levels.js';
import { createLog } from './log/log.js';
import { createLogRecords } from './log/records.js';
import { openConfigSecrets } from './secrets.js';
import { openStore } from './store.js';
import { openStream } from './stream.js';
import { every, systemTime } from './time.js';

export interface GatewayOptions {
  readonly loaded: LoadedConfig;
  /** Where log lines go. */
  readonly out: DestinationStream;
  /** Replaces durations of the CCU client, for demos and tests. */
  readonly timings?: Partial<Timings>;
  /** Milliseconds for which events are gathered before the hub is read, for tests. */
  readonly hubSettleMs?: number;
  /** Milliseconds for which the serial number of a CCU is waited for, for tests. */
  readonly identityWaitMs?: number;
  /** Where CCUs are looked for instead of the whole local network, for tests. */
  readonly searchAt?: SearchTarget;
  /** Value of an environment variable, for passwords that the settings of a CCU only name. */
  readonly environment: (name: string) => string | undefined;
  /** Whether a start with the configuration as it is now would be accepted. Without it the gateway asks for none. */
  readonly restartable?: () => boolean;
}

/** A running gateway. */
export interface Gateway {
  /** `http://host:port` of the listener. */
  readonly url: string;
  readonly auth: Auth;
  readonly centrals: Centrals;
  /** Resolves with a reason when the gateway itself wants to end (a restart was asked for). */
  readonly stopRequested: Promise<string>;
  /** Deregisters at the CCUs, tells sockets 1001, writes what is pending. Within five seconds. */
  stop(reason: string): Promise<void>;
}

/** Between two looks whether storage that was missing at the start is there. */
const STORAGE_LOOK_MS = 60_000;
const LOG_RECORDS = 2000;
/** CCUs are small computers: what no client waits for is read slowly. */
const CONFIGURATION_GAP_MS = 100;
/** Several steps may each need their whole time; together they stay below the five seconds a stop may take. */
const CLOSE_STEP_MS = 3500;

/** Puts everything together, in the order in which each part needs the others. The listener is up before any CCU is. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { logging } = options.loaded.config;
  const time = systemTime;
  const levels = createLogLevels(logging.level, logging.overrides, time.now);
  const records = createLogRecords(LOG_RECORDS);
  const log = createLog({ levels, records, format: logging.format, out: options.out, now: time.now });
  for (const notice of options.loaded.notices) log.info(notice.message, { event: notice.code });

  const lifecycle = createLifecycle({
    stepMs: CLOSE_STEP_MS,
    failed: (name, error) => log.error('could not be closed', { part: name, error }),
  });
  try {
    const health = createHealth(time.now);
    const secrets = openConfigSecrets(options.loaded, log.child('config'));
    const store = await openStore({
      dataDir: secrets.loaded.dataDir,
      config: secrets.loaded.config,
      time,
      log: log.child('storage'),
      keyProblem: secrets.keyProblem,
    });
    lifecycle.onClose('storage', () => store.close());
    health.check('storage', store.finding);
    const clock = () => clockFinding(time.now(), store.lastStart);
    health.check('clock', clock);
    const watchClock = createClockWatch(clock, (note) => log.error(note, { event: 'clock.wrong' }));
    watchClock();

    // What was changed at run time stands between the environment and the file.
    const loaded = await withStoredSections(secrets.loaded, store.storage?.sections, secrets.box);
    const { config } = loaded;
    const hot = createHotSettings();
    const keepWayIn = createWayInKeeper({
      config: () => runtimeConfig.current(),
      centrals: () => directory.entries().length,
      stores: store.stores,
      supervised: loaded.environment.supervised,
      now: time.now,
    });
    const runtimeConfig = createRuntimeConfig({
      started: loaded,
      sections: store.storage?.sections,
      box: secrets.box,
      now: time.now,
      hot,
      keepWayIn,
    });
    levels.configure(config.logging.level, config.logging.overrides);
    const { stream, finding } = await openStream(store, config, log.child('events'));
    health.check('events', finding);
    lifecycle.onClose('events', () => stream.close());

    const home = createHome({ uniqueIdPrefix: config.unique_id_prefix, locale: config.locale });
    const publish = (event: HomeEvent) => {
      const topic = topicOf(event);
      stream.publish(topic === event.topic ? event : { ...event, topic });
    };

    const callbacks = await openCallbackServer({
      host: config.callback.host,
      port: config.callback.port,
      binPort: config.callback.bin_port,
      ...(config.callback.public_host === undefined ? {} : { publicHost: config.callback.public_host }),
      maxConnections: config.callback.max_connections,
      restrictSourceIps: config.callback.restrict_source_ips,
      log: ccuLog(log.child('callback')),
    }).catch((error: unknown) => {
      throw callbackFault(error, loaded);
    });
    lifecycle.onClose('callbacks', () => callbacks.close());

    const identities = createIdentities(store.storage?.ccuState, log.child('hub'));
    const attachment = createAttachment({
      home,
      publish,
      identities,
      storage: store.storage,
      time,
      hubSettleMs: options.hubSettleMs,
      identityWaitMs: options.identityWaitMs,
      configurationGapMs: options.timings?.descriptionGapMs ?? CONFIGURATION_GAP_MS,
      valuesCache: config.persistence.values_cache,
      log,
    });
    const flags = createFlagStore(store.storage?.ccuState, home);
    const centrals = createCentrals({
      home,
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
    health.check('ccu', () => ccuFindings(home, centrals.all(), attachment.syncs.failures, attachment.syncs.isAway));

    const directory = createCentralDirectory(config.centrals, () => {
      // Whom another CCU let in, or one that is not asked any more, has to sign in again.
      auth.review().catch((error) => log.warn('sessions could not be looked at', { error }));
    });
    const access = {
      loaded,
      stores: store.stores,
      audit: store.storage?.audit.sink,
      centrals,
      directory,
      configUsers: revealed(config.north.rest.auth.users),
      csrfKey: secrets.csrfKey,
      epochKey: secrets.epochKey,
      logger: log.child('auth'),
      clock: time,
    };
    const auth = openAccess(access);
    lifecycle.onClose('auth', () => auth.close());
    const repeat = (name: string, pauseMs: number, run: () => Promise<void>) =>
      lifecycle.onClose(
        name,
        every(time, pauseMs, run, (error) => log.warn(`${name} failed`, { error })),
      );
    repeat('foreign changes', 500, () => auth.detectChanges());
    repeat('clock', 60_000, async () => watchClock());
    repeat('purge', 3_600_000, () => auth.purge());
    const noteObstacles = createObstacleNotes(store.storage?.facts, () => {
      const { supervised } = loaded.environment;
      return setupObstacles(runtimeConfig.current(), {
        ccuLogin: false,
        ingress: supervised,
        hasCentral: directory.entries().length > 0,
      });
    });
    repeat('setup obstacles', 60_000, noteObstacles);

    const paramsets = createParamsetReader({ centrals, home, publish, now: time.now });
    let requestStop: (reason: string) => void = () => {};
    const stopRequested = new Promise<string>((settle) => {
      requestStop = settle;
    });
    repeat('storage', STORAGE_LOOK_MS, async () => {
      if (options.restartable?.() && (await store.worksAgain())) requestStop('storage works again');
    });
    const info = createBuildInfo({
      config: runtimeConfig.current,
      auth,
      hasLoginCentral: () => loginCentral(directory, runtimeConfig.current().north.rest.auth.ccu.central) !== null,
      startedAt: time.now(),
    });
    const house = createHubAdapters({
      home,
      centrals,
      syncs: attachment.syncs,
      identities,
      visibilityChanged: attachment.visibilityChanged,
      events: stream,
      publish,
      storage: store.storage,
      config: runtimeConfig,
      configured: config.centrals,
      directory,
      keepWayIn,
      box: secrets.box,
      environment: options.environment,
      ...(options.searchAt === undefined ? {} : { searchAt: options.searchAt }),
      dataDir: loaded.dataDir,
      version: info.info().version,
      requestStop: (reason) => requestStop(reason),
      randomHex: (digits) =>
        randomBytes(Math.ceil(digits / 2))
          .toString('hex')
          .slice(0, digits),
      levels,
      records,
      time,
      log,
    });
    lifecycle.onClose('what runs for the house', () => house.stop());
    const { inbox } = house.services;
    const server = createServer({
      auth,
      events: stream,
      house: home,
      ccu: createCcuWriter({ centrals, home, publish, time, log: log.child('ccu') }),
      interfaceControl: createInterfaceControl(centrals, home),
      info,
      health,
      audit: store.storage?.audit ?? noAudit,
      devices: home,
      paramsets,
      links: createLinkControl(centrals, attachment.linksChanged),
      centralLinks: createCentralLinkControl(centrals),
      deviceControl: createDeviceControl({ centrals, home, inbox, paramsets, log: log.child('devices') }),
      flags,
      ...house.services,
      setupSink: createSetupSink(house.administration, runtimeConfig),
      logger: log.child('http'),
      ...serverOptionsOf(config),
    });
    addHotSettings(hot, {
      levels,
      home,
      stream,
      events: store.events?.log,
      callbacks,
      centrals,
      timings: (next) => ({ ...writePausesOf(next), ...options.timings }),
      auth,
      access: (next) => changeableOptions(next, access),
      server,
    });

    const listen = parseListen(config.north.rest.listen);
    // The schema has accepted it already.
    if (listen === undefined) throw new Error(`north.rest.listen is no address: ${config.north.rest.listen}`);
    const inForce = await house.administration.inForce();
    // Before the listener is up: a CCU that may sign people in keeps setup closed from the first request on.
    directory.load(inForce);
    await identities.load(inForce.map(({ name }) => name));
    const toConnect = inForce.filter(({ enabled }) => enabled);
    await auth.start();
    const announce = (said: { readonly status: 'online' | 'offline'; readonly reason?: string }) =>
      stream.publish({
        topic: 'system.daemon_status',
        type: 'daemon_status.changed',
        payload: { ...said, event_at: new Date(time.now()).toISOString() },
      });
    const { url } = await server.listen(listen).catch((error: unknown) => {
      throw listenFault(error, loaded, LISTEN);
    });
    // No client hears it yet, but one that resumes after a restart hears that the gateway had gone.
    announce({ status: 'online' });
    log.info('listening', { url });
    // Sockets and CCUs at once: each of them may need a few seconds, and neither depends on the other.
    lifecycle.onClose('server and CCUs', async () => {
      await Promise.all([server.close({ graceMs: 1000 }), centrals.close()]);
    });
    // Nothing is tried again after a stop, so from here on what is written waits for another process.
    lifecycle.onClose('locks', () => store.waitForOthers());
    // Closed first: a gateway that lets go of what people sign in with must not take that for a first start.
    lifecycle.onClose('setup', () => auth.setup.shut());
    for (const central of toConnect) centrals.add(central);
    // Tried again every minute; a database that takes no writes is said, and no reason to be gone.
    await noteObstacles().catch((error: unknown) => log.warn('setup obstacles failed', { error }));
    secrets.sealFile();

    let stopping: Promise<void> | undefined;
    async function stop(reason: string): Promise<void> {
      auth.setup.shut();
      log.info('stopping', { reason });
      announce({ status: 'offline', reason: 'shutdown' });
      stream.flush();
      await lifecycle.close();
      log.info('stopped');
    }

    return {
      url,
      auth,
      centrals,
      stopRequested,
      stop(reason) {
        stopping ??= stop(reason);
        return stopping;
      },
    };
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}

function revealed(users: Readonly<Record<string, { reveal(): string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(users).map(([name, password]) => [name, password.reveal()]));
}
