import { callbackName } from '../callback/routes.js';
import { createInterfaceConnection } from '../connection/interface-connection.js';
import type { InterfaceConnection } from '../connection/interface-connection-model.js';
import { createPresence, type Presence } from '../connection/presence.js';
import type { InterfaceOptions } from '../model/interface-options.js';
import type { CcuEvent, InterfaceName } from '../model/model.js';
import type { Permit, Timers } from '../model/ports.js';
import { createBinRpcClient } from '../transport/bin-rpc-client.js';
import type { RpcClient } from '../transport/rpc-client.js';
import { createXmlRpcClient } from '../transport/xml-rpc-client.js';
import type { LogicLayer } from './logic-layer.js';
import { type Reach, reachOf } from './reach.js';
import { isServed } from './readiness.js';
import type { Settings } from './settings.js';

/** Shared dependencies of the connections of a CCU. */
export interface ConnectionsDeps {
  readonly settings: Settings;
  readonly logic: Pick<LogicLayer, 'session' | 'rega'>;
  readonly emit: (event: CcuEvent) => void;
  readonly onLoaded: () => void;
}

/** Makes a connection for every interface of a CCU, not started yet. */
export function createConnections(deps: ConnectionsDeps): ReadonlyMap<InterfaceName, InterfaceConnection> {
  const { settings, logic } = deps;
  const connections = new Map<InterfaceName, InterfaceConnection>();
  const presence = createPresence({
    call: logic.session.call,
    othersServed: (name) =>
      [...connections].some(([other, connection]) => other !== name && isServed(connection.status())),
    absentAfterMs: settings.timings.absentAfterMs,
    now: settings.elapsed,
  });
  for (const spec of settings.interfaces) {
    const onRestarted = () => {
      for (const [other, connection] of connections) if (other !== spec.name) connection.restarted();
    };
    connections.set(spec.name, createConnection(deps, spec, presence, onRestarted));
  }
  return connections;
}

function createConnection(
  { settings, logic, emit, onLoaded }: ConnectionsDeps,
  spec: InterfaceOptions,
  presence: Presence,
  onRestarted: () => void,
): InterfaceConnection {
  const { name, host, options, cache, store, writesStore, timings, timers, now, random, complaints, permit } = settings;
  const reach = reachOf(spec, settings);
  const { profile, target } = reach;
  return createInterfaceConnection({
    central: name,
    interfaceName: spec.name,
    // Without the separator of ping tokens.
    interfaceId: `${options.instance}-${callbackName(name)}-${spec.name}`,
    ccuHost: target.host,
    port: target.port,
    profile,
    client: (events) => createClient(reach, timers, { ...events, permit }),
    callbacks: options.callbacks,
    rega: logic.rega,
    cache,
    store,
    writesStore,
    timings,
    timers,
    now,
    random,
    complaints,
    emit,
    onLoaded,
    onRegistered: () => logic.session.retry(),
    onRestarted,
    // A CCU has no data about interfaces on other hosts.
    isAbsent: async (notReadyMs, signal) =>
      target.host === host && (await presence.isAbsent(spec.name, notReadyMs, signal)),
  });
}

/** Client of an interface; `onHangUp` is called at the end of a persistent connection, `permit` before each call. */
export function createClient(
  { profile, target, path, login }: Reach,
  timers: Timers,
  { onHangUp, permit }: { readonly onHangUp?: () => void; readonly permit?: Permit } = {},
): RpcClient {
  if (profile.protocol === 'bin') return createBinRpcClient({ target, timers, onHangUp, permit });
  return createXmlRpcClient({
    target,
    timers,
    permit,
    credentials: login,
    path,
    maxSockets: profile.concurrency,
    repairDoubleUtf8: profile.doubleUtf8,
    encoding: profile.encoding,
  });
}
