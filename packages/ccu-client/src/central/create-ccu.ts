import type { InterfaceConnection } from '../connection/interface-connection-model.js';
import type { Complaints } from '../log/complaints.js';
import { CcuError, clientClosed } from '../model/errors.js';
import type { CcuEvent, CcuEventListener, InterfaceName } from '../model/model.js';
import { createOperations } from '../operations/create-operations.js';
import { sleep } from '../time/wait.js';
import type { Ccu, CcuCalls, ConnectOptions } from './ccu-model.js';
import { createCentralHub } from './central-hub.js';
import { createConnections } from './connections.js';
import { createReads } from './create-reads.js';
import { createLogicLayer, type LogicLayer } from './logic-layer.js';
import { readinessOf } from './readiness.js';
import { readOptions, reconfigure, type Settings } from './settings.js';

/** Puts the parts of one CCU together and starts them. */
export function createCcu(options: ConnectOptions): Ccu {
  const settings = readOptions(options);
  const { name, timings, complaints, credentials } = settings;
  const stop = new AbortController();
  const listeners = createListeners(name, complaints);
  const logic = createLogicLayer(settings, (interfaceName, signal) =>
    createOperations(connection, signal).radioModules(interfaceName),
  );
  const { metadata } = logic;
  const { hub, names } = createCentralHub({
    settings,
    logic,
    emit,
    connection,
    connections: () => connections,
    signal: stop.signal,
  });
  const connections = createConnections({ settings, logic, emit, onLoaded: () => names.request() });
  const all = () => [...connections.values()];
  let closing: Promise<void> | undefined;

  function emit(event: CcuEvent): void {
    names.onEvent(event);
    listeners.tell(event);
  }

  function connection(interfaceName: InterfaceName): InterfaceConnection {
    if (stop.signal.aborted) throw clientClosed();
    const found = connections.get(interfaceName);
    if (found === undefined) throw new CcuError('unsupported', `${interfaceName} is not configured`, { interfaceName });
    return found;
  }

  function calls(signal?: AbortSignal): CcuCalls {
    return {
      ...createOperations(connection, signal),
      ...createReads(connection, signal),
      hub: hub(signal),
    };
  }

  for (const one of connections.values()) one.start();

  return {
    name,
    ...calls(),
    abortable: calls,
    on: listeners.add,
    status: () => all().map((one) => one.status()),
    circuit: (interfaceName) => connections.get(interfaceName)?.circuit() ?? 'closed',
    radio(interfaceName) {
      const found = connections.get(interfaceName);
      return found?.profile.airtime === undefined ? undefined : found.writer.radio();
    },
    readiness: () => readinessOf(all(), !names.loaded() && credentials !== undefined && !metadata.isThere()),
    leftOut: () => all().flatMap((one) => one.leftOut()),
    refusedDescriptions: () => all().flatMap((one) => one.refusedDescriptions()),
    hubStatus: logic.status,
    reconfigure: (changes) => reconfigure(timings, changes),
    reconnect: (interfaceName) => connection(interfaceName).reconnect(),
    loopTest: async (interfaceName, { signal } = {}) => await connection(interfaceName).loopTest(signal ?? stop.signal),
    write: async (request) => await connection(request.interfaceName).writer.write(request),
    listDevices: (interfaceName) => connection(interfaceName).inventory.list(),
    verifyLogin: async (username, password, { signal } = {}) => await logic.logins.verify(username, password, signal),
    close() {
      closing ??= shutDown({ settings, stop, connections: all(), logic, listeners });
      return closing;
    },
  };
}

async function shutDown(parts: {
  readonly settings: Settings;
  readonly stop: AbortController;
  readonly connections: readonly InterfaceConnection[];
  readonly logic: LogicLayer;
  readonly listeners: Listeners;
}): Promise<void> {
  const { timers, timings } = parts.settings;
  const limit = new AbortController();
  const cancel = timers.after(timings.closeMs, () => limit.abort(new CcuError('timeout', 'closing took too long')));
  parts.stop.abort(clientClosed());
  const late = sleep(timers, timings.closeMs + 100, limit.signal).catch(() => undefined);
  const work = Promise.all([
    ...parts.connections.map((connection) => connection.close(limit.signal)),
    parts.logic.close(limit.signal),
  ]);
  await Promise.race([work.catch(() => undefined), late]);
  cancel();
  limit.abort();
  parts.logic.disconnect();
  parts.listeners.clear();
}

/** The listeners to the events of one CCU. */
interface Listeners {
  /** Returns a function that removes it. */
  add(listener: CcuEventListener): () => void;
  /** A listener that throws is reported, and keeps the event from no other. */
  tell(event: CcuEvent): void;
  clear(): void;
}

function createListeners(central: string, complaints: Complaints): Listeners {
  const listeners = new Set<CcuEventListener>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          complaints.report({
            level: 'error',
            event: 'listener.failed',
            message: `a listener failed: ${error instanceof Error ? error.message : 'unknown'}`,
            central,
          });
        }
      }
    },
    clear: () => listeners.clear(),
  };
}
