import { callbackName } from '../callback/routes.js';
import { createInterfaceConnection } from '../connection/interface-connection.js';
import type { InterfaceConnection } from '../connection/interface-connection-model.js';
import type { InterfaceOptions } from '../model/interface-options.js';
import type { CcuEvent, InterfaceName } from '../model/model.js';
import type { Now, Permit, Timers } from '../model/ports.js';
import { createBinRpcClient } from '../transport/bin-rpc-client.js';
import type { RpcClient } from '../transport/rpc-client.js';
import { createXmlRpcClient } from '../transport/xml-rpc-client.js';
import type { LogicLayer } from './logic-layer.js';
import { type Reach, reachOf } from './reach.js';
import { isServed } from './readiness.js';
import type { Settings } from './settings.js';

/** Shared dependencies of the connections of a CCU. */
interface ConnectionsDeps {
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

/**
 * Tells an interface whose process does not exist from one that still starts: behind the web server of a CCU both answer
 * "not ready".
 */
interface Presence {
  isAbsent(interfaceName: InterfaceName, notReadyMs: number, signal: AbortSignal): Promise<boolean>;
}

/** How long the CCU's own list of interfaces counts. */
const LIST_MS = 60_000;

function createPresence(deps: {
  /** A call within the CCU's session; rejects while the CCU has none to give. */
  readonly call: (method: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<unknown>;
  /** Whether any other interface of this CCU is served. */
  readonly othersServed: (interfaceName: InterfaceName) => boolean;
  readonly absentAfterMs: number;
  readonly now: Now;
}): Presence {
  let listed: { readonly names: ReadonlySet<string>; readonly at: number } | undefined;

  /** The interfaces the CCU has; undefined while it cannot be asked. */
  async function names(signal: AbortSignal): Promise<ReadonlySet<string> | undefined> {
    if (listed !== undefined && deps.now() - listed.at < LIST_MS) return listed.names;
    const answer = await deps.call('Interface.listInterfaces', {}, signal).catch(() => undefined);
    const found = readNames(answer);
    if (found.size === 0) return undefined;
    listed = { names: found, at: deps.now() };
    return found;
  }

  return {
    async isAbsent(interfaceName, notReadyMs, signal) {
      const known = await names(signal);
      if (known !== undefined && !known.has(interfaceName)) return true;
      if (notReadyMs < deps.absentAfterMs) return false;
      const present = await deps
        .call('Interface.isPresent', { interface: interfaceName }, signal)
        .catch(() => undefined);
      return typeof present === 'boolean' ? !present : deps.othersServed(interfaceName);
    },
  };
}

function readNames(answer: unknown): ReadonlySet<string> {
  if (!Array.isArray(answer)) return new Set();
  const names = answer.map((one: unknown) => (one as { name?: unknown } | null)?.name);
  return new Set(names.filter((name): name is string => typeof name === 'string'));
}
