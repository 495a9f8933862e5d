import { callbackName } from './callback/routes.js';
import type { Ccu, CcuCalls, ConnectOptions, InterfaceOptions, Readiness } from './ccu-model.js';
import { createComplaints } from './complaints.js';
import { createOperations } from './create-operations.js';
import { createReads } from './create-reads.js';
import { CcuError } from './errors.js';
import { createHub } from './hub/create-hub.js';
import { createIdentity } from './hub/identity.js';
import { readInterfaceMessages } from './hub/interface-messages.js';
import { createNamesKeeper } from './hub/names-keeper.js';
import { INTERFACE_PROFILES, placeOf, profileOf } from './interfaces.js';
import { probeCredentials } from './json/credential-probe.js';
import { createJsonRpcClient } from './json/json-rpc-client.js';
import { createJsonSession } from './json/session.js';
import { createLoginVerifier } from './json/verify-login.js';
import { createInterfaceLink } from './link/interface-link.js';
import type { InterfaceLink } from './link/interface-link-model.js';
import { createPresence } from './link/presence.js';
import { createMemoryDescriptionCache, createMemoryStateStore } from './memory-cache.js';
import { createRunnerOrMetadata } from './meta/runner.js';
import { createMetadataSource } from './meta/source.js';
import {
  type CcuEvent,
  type CcuEventListener,
  type InterfaceName,
  type InterfaceStatus,
  isKnownInterface,
} from './model.js';
import { createLocalTime, isTimeZone } from './rega/local-time.js';
import { createReGaRunner } from './rega/runner.js';
import { createScriptPort } from './rega/script-port.js';
import { createWithoutScripts } from './rega/without-scripts.js';
import { createSteadyClock } from './steady-clock.js';
import { systemTimers } from './system.js';
import { DEFAULT_TIMINGS, type Timings } from './timings.js';
import { createBinRpcClient } from './transport/bin-rpc-client.js';
import { createHttpClient } from './transport/http.js';
import type { RpcClient } from './transport/rpc-client.js';
import type { TlsTrust } from './transport/tls.js';
import { createXmlRpcClient } from './transport/xml-rpc-client.js';
import { sleep } from './wait.js';

/** A backup is written before its first byte is sent. */
const BACKUP_TIMEOUT_MS = 600_000;

/** Puts the parts of one CCU together and starts them. */
export function createCentral(options: ConnectOptions): Ccu {
  const { name, host, callbacks } = checked(options);
  const timings: { -readonly [Name in keyof Timings]: Timings[Name] } = { ...DEFAULT_TIMINGS, ...options.timings };
  const timers = options.timers ?? systemTimers;
  const now = options.clock ?? Date.now;
  /** For what is due after a while; `now` is for what is told. */
  const elapsed = createSteadyClock(now);
  const random = options.random ?? Math.random;
  const store = options.stateStore ?? createMemoryStateStore();
  const cache = options.descriptionCache ?? createMemoryDescriptionCache();
  const complaints = createComplaints(options.log);
  const stop = new AbortController();
  const listeners = new Set<CcuEventListener>();
  const credentials =
    options.username === undefined || options.username === ''
      ? undefined
      : { username: options.username, password: options.password ?? '' };
  const tls: TlsTrust | undefined =
    options.tls === true
      ? { insecureSkipVerify: options.tlsInsecureSkipVerify, fingerprint: options.tlsFingerprint }
      : undefined;

  const web = createHttpClient({
    target: { host, tls, port: options.jsonRpcPort ?? (tls === undefined ? 80 : 443) },
    timers,
    maxSockets: 2,
  });
  const scripts =
    options.regaPort === 0
      ? undefined
      : createHttpClient({
          target: { host, tls, port: options.regaPort ?? (tls === undefined ? 8181 : 48181) },
          timers,
          maxSockets: 1,
        });
  const metadata = createMetadataSource({ http: web, credentials, now: elapsed, timeoutMs: timings.jsonTimeoutMs });
  const json = createJsonRpcClient(web, metadata);
  const session = createJsonSession({
    central: name,
    client: json,
    credentials,
    timings,
    store,
    now,
    random,
    log: options.log,
    probeCredentials: async (signal) => await probeOnInterface(signal),
  });
  const identity = createIdentity({
    session,
    web,
    radioModules: (interfaceName, signal) => createOperations(link, signal).radioModules(interfaceName),
    now: elapsed,
  });
  const scriptPort = createScriptPort({
    http: scripts,
    configured: options.regaPort !== undefined,
    credentials,
    serial: identity.serial,
    now,
    timeoutMs: timings.jsonTimeoutMs,
  });
  const scriptRunner = createReGaRunner({
    session,
    withoutScripts: createWithoutScripts({ session, now, localTime: createLocalTime(options.timeZone) }),
    scriptPort,
    now: elapsed,
    isAbsent: metadata.isThere,
  });
  const rega = createRunnerOrMetadata({ rega: scriptRunner, metadata });
  const logins = createLoginVerifier({ client: json, session, timeoutMs: timings.jsonTimeoutMs });
  const hubDeps = {
    central: name,
    rega,
    session,
    http: web,
    backupTimeoutMs: BACKUP_TIMEOUT_MS,
    now,
    timers,
    emit,
    serial: identity.serial,
    isAbsent: metadata.isThere,
    interfaceMessages: (signal?: AbortSignal) =>
      readInterfaceMessages([...links.keys()], createOperations(link, signal).deviceServiceMessages),
    namesOutdated: () => names.want(),
    accepted: (address: string) => {
      for (const link of links.values()) link.accepted(address);
    },
  };
  const hub = createHub(hubDeps);
  const names = createNamesKeeper({
    reload: hub.reloadNames,
    timings,
    timers,
    now: elapsed,
    complaints,
    central: name,
    signal: stop.signal,
  });
  let closing: Promise<void> | undefined;

  const links = new Map<InterfaceName, InterfaceLink>();
  const presence = createPresence({
    call: session.call,
    othersServed: (interfaceName) =>
      [...links].some(([other, one]) => other !== interfaceName && isServed(one.status())),
    absentAfterMs: timings.absentAfterMs,
    now: elapsed,
  });
  for (const wanted of options.interfaces) {
    const spec: InterfaceOptions = typeof wanted === 'string' ? { name: wanted } : wanted;
    const { profile, port, path, target, login } = reach(spec);
    const client = (events: { readonly onHangUp: () => void }): RpcClient =>
      profile.protocol === 'bin'
        ? createBinRpcClient({ target, timers, ...events })
        : createXmlRpcClient({
            target,
            timers,
            credentials: login,
            path,
            maxSockets: profile.concurrency,
            repairDoubleUtf8: profile.doubleUtf8,
            encoding: profile.encoding,
          });
    links.set(
      spec.name,
      createInterfaceLink({
        central: name,
        interfaceName: spec.name,
        // Without the separator of ping tokens.
        interfaceId: `${options.instance}-${callbackName(name)}-${spec.name}`,
        ccuHost: target.host,
        port,
        profile,
        client,
        callbacks,
        rega,
        cache,
        store,
        timings,
        timers,
        now,
        random,
        complaints,
        emit,
        onLoaded: () => names.want(),
        onRegistered: () => session.retry(),
        onRestarted: () => {
          for (const [other, one] of links) if (other !== spec.name) one.suspect();
        },
        // A CCU knows nothing of what runs elsewhere.
        isAbsent: async (notReadyMs, signal) =>
          target.host === host && (await presence.isAbsent(spec.name, notReadyMs, signal)),
      }),
    );
  }

  /** Where an interface is. What runs on another host neither gets the CCU's credentials nor has its certificate. */
  function reach(spec: InterfaceOptions) {
    const profile = profileOf(spec)!;
    const place = placeOf(spec, profile, { host, tls: tls !== undefined });
    const isHere = place.host === host;
    const trust: TlsTrust | undefined = !place.tls
      ? undefined
      : isHere && tls !== undefined
        ? tls
        : { insecureSkipVerify: options.tlsInsecureSkipVerify };
    const target = { host: place.host, port: place.port, ...(trust === undefined ? {} : { tls: trust }) };
    return { profile, port: place.port, path: place.path, target, login: isHere ? credentials : undefined };
  }

  /** On the first interface that speaks HTTP: its port is one that was configured. */
  async function probeOnInterface(signal?: AbortSignal): Promise<'accepted' | 'refused' | 'unknown'> {
    const spec = options.interfaces
      .map((one) => (typeof one === 'string' ? { name: one } : one) as InterfaceOptions)
      .find((one) => isKnownInterface(one.name) && INTERFACE_PROFILES[one.name].protocol === 'xml');
    if (spec === undefined) return 'unknown';
    const { target, path } = reach(spec);
    const http = createHttpClient({ target, timers, maxSockets: 1 });
    return await probeCredentials({ http, path, credentials, timeoutMs: timings.rpcTimeoutMs }, signal).finally(() =>
      http.close(),
    );
  }

  function emit(event: CcuEvent): void {
    names.saw(event);
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        complaints.report({
          level: 'error',
          event: 'listener.failed',
          message: `a listener failed: ${error instanceof Error ? error.message : 'unknown'}`,
          central: name,
        });
      }
    }
  }

  function link(interfaceName: InterfaceName): InterfaceLink {
    if (stop.signal.aborted) throw new CcuError('closed', 'the client was closed');
    const found = links.get(interfaceName);
    if (found === undefined) throw new CcuError('unsupported', `${interfaceName} is not configured`, { interfaceName });
    return found;
  }

  function calls(signal?: AbortSignal): CcuCalls {
    return {
      ...createOperations(link, signal),
      ...createReads(link, signal),
      hub: signal === undefined ? hub : createHub(hubDeps, signal),
    };
  }

  function readiness(): Readiness {
    const all = [...links.values()];
    const interfacesLoaded = all.filter((one) => one.isLoaded()).length;
    const counts = { interfacesLoaded, interfacesTotal: all.length };
    const reached = all.some((one) => isServed(one.status()));
    if (interfacesLoaded === 0 && !reached) return { phase: 'waiting_for_ccu', ready: false, ...counts };
    // An interface that is not there (an add-on, unused hardware) must not keep the whole CCU from being ready.
    const settled = all.every((one) => one.isLoaded() || isRefused(one.status()));
    if (interfacesLoaded === 0 || !settled) return { phase: 'loading_devices', ready: false, ...counts };
    const needsNames = credentials !== undefined && !metadata.isThere();
    if (!names.loaded() && needsNames) return { phase: 'loading_hub', ready: false, ...counts };
    return { phase: 'ready', ready: true, ...counts };
  }

  async function shutDown(): Promise<void> {
    const limit = new AbortController();
    const cancel = timers.after(timings.closeMs, () => limit.abort(new CcuError('timeout', 'closing took too long')));
    stop.abort(new CcuError('closed', 'the client was closed'));
    const late = sleep(timers, timings.closeMs + 100, limit.signal).catch(() => undefined);
    const work = Promise.all([
      ...[...links.values()].map((one) => one.close(limit.signal)),
      session.close(limit.signal),
      metadata.close(limit.signal),
      logins.settled(),
    ]).catch(() => undefined);
    await Promise.race([work, late]);
    cancel();
    limit.abort();
    web.close();
    scripts?.close();
    listeners.clear();
  }

  for (const one of links.values()) one.start();

  return {
    name,
    ...calls(),
    abortable: calls,
    on(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    status: () => [...links.values()].map((one) => one.status()),
    circuit: (interfaceName) => links.get(interfaceName)?.circuit() ?? 'closed',
    readiness,
    refusedDescriptions: () => [...links.values()].flatMap((one) => one.refusedDescriptions()),
    hubStatus: () => ({
      session: metadata.isThere() ? 'absent' : session.state(),
      scripts: scriptRunner.access(),
      scriptPort: scriptPort.state(),
      ...(metadata.isThere() ? { names: metadata.state() } : {}),
    }),
    retime({ checkIntervalMs, writeGapMs, writeRetryMs }) {
      if (checkIntervalMs !== undefined) timings.checkIntervalMs = checkIntervalMs;
      if (writeGapMs !== undefined) timings.writeGapMs = writeGapMs;
      if (writeRetryMs !== undefined) timings.writeRetryMs = writeRetryMs;
    },
    reconnect: (interfaceName) => link(interfaceName).reconnect(),
    loopTest: async (interfaceName, { signal } = {}) => await link(interfaceName).loopTest(signal ?? stop.signal),
    write: async (request) => await link(request.interfaceName).writer.write(request),
    listDevices: (interfaceName) => link(interfaceName).inventory.list(),
    verifyLogin: async (username, password, { signal } = {}) => await logins.verify(username, password, signal),
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}

/** Tried, and in vain; trying again keeps the note, so that the whole CCU does not flicker with every attempt. */
function isRefused({ state, note }: InterfaceStatus): boolean {
  return (state === 'disconnected' || state === 'probing') && note !== undefined;
}

/** The CCU answers calls to it. */
function isServed({ state }: InterfaceStatus): boolean {
  return ['loading', 'connected', 'suspect', 'callback_unreachable', 'reregistering'].includes(state);
}

function checked(options: ConnectOptions): ConnectOptions {
  const refuse = (what: string) => new CcuError('invalid_argument', what);
  if (options.name === '') throw refuse('a CCU needs a name');
  if (!/^[\x21-\x7e]{1,255}$/.test(options.host) || /[/?#@\\]/.test(options.host))
    throw refuse('host is a host name or address');
  if (options.timeZone !== undefined && !isTimeZone(options.timeZone)) throw refuse('timeZone is the name of a zone');
  if (options.interfaces.length === 0) throw refuse('at least one interface is needed');
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(options.instance))
    throw refuse('instance is letters, digits, dot, dash and underscore');
  const names = options.interfaces.map((one) => (typeof one === 'string' ? one : one.name));
  if (new Set(names).size !== names.length) throw refuse('an interface is named twice');
  for (const one of options.interfaces) {
    const spec: InterfaceOptions = typeof one === 'string' ? { name: one } : one;
    if (profileOf(spec) === undefined) throw refuse('an interface has a name that cannot be one, or no port');
    const own = spec.host !== undefined || spec.tls !== undefined || spec.encoding !== undefined;
    if (own && isKnownInterface(spec.name)) throw refuse('host, tls and encoding are for generic servers');
  }
  if (options.tlsFingerprint !== undefined && !/^[0-9a-f]{64}$/i.test(options.tlsFingerprint.replaceAll(':', ''))) {
    throw refuse('tlsFingerprint is a SHA-256 in hex');
  }
  return options;
}
