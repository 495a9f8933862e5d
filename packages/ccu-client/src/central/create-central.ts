import type { InterfaceLink } from '../link/interface-link-model.js';
import { CcuError } from '../model/errors.js';
import type { CcuEvent, InterfaceName } from '../model/model.js';
import { createOperations } from '../operations/create-operations.js';
import { sleep } from '../time/wait.js';
import type { Ccu, CcuCalls, ConnectOptions } from './ccu-model.js';
import { createCentralHub } from './central-hub.js';
import { createReads } from './create-reads.js';
import { createLinks } from './links.js';
import { createListeners, type Listeners } from './listeners.js';
import { createLogicLayer, type LogicLayer } from './logic-layer.js';
import { readinessOf } from './readiness.js';
import { readOptions, retime, type Settings } from './settings.js';

/** Puts the parts of one CCU together and starts them. */
export function createCentral(options: ConnectOptions): Ccu {
  const settings = readOptions(options);
  const { name, timings, complaints, credentials } = settings;
  const stop = new AbortController();
  const listeners = createListeners(name, complaints);
  const logic = createLogicLayer(settings, (interfaceName, signal) =>
    createOperations(link, signal).radioModules(interfaceName),
  );
  const { metadata } = logic;
  const { hub, names } = createCentralHub({ settings, logic, emit, link, links: () => links, signal: stop.signal });
  const links = createLinks({ settings, logic, emit, onLoaded: () => names.want() });
  const all = () => [...links.values()];
  let closing: Promise<void> | undefined;

  function emit(event: CcuEvent): void {
    names.saw(event);
    listeners.tell(event);
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
      hub: hub(signal),
    };
  }

  for (const one of links.values()) one.start();

  return {
    name,
    ...calls(),
    abortable: calls,
    on: listeners.add,
    status: () => all().map((one) => one.status()),
    circuit: (interfaceName) => links.get(interfaceName)?.circuit() ?? 'closed',
    readiness: () => readinessOf(all(), !names.loaded() && credentials !== undefined && !metadata.isThere()),
    refusedDescriptions: () => all().flatMap((one) => one.refusedDescriptions()),
    hubStatus: logic.status,
    retime: (changes) => retime(timings, changes),
    reconnect: (interfaceName) => link(interfaceName).reconnect(),
    loopTest: async (interfaceName, { signal } = {}) => await link(interfaceName).loopTest(signal ?? stop.signal),
    write: async (request) => await link(request.interfaceName).writer.write(request),
    listDevices: (interfaceName) => link(interfaceName).inventory.list(),
    verifyLogin: async (username, password, { signal } = {}) => await logic.logins.verify(username, password, signal),
    close() {
      closing ??= shutDown({ settings, stop, links: all(), logic, listeners });
      return closing;
    },
  };
}

async function shutDown(parts: {
  readonly settings: Settings;
  readonly stop: AbortController;
  readonly links: readonly InterfaceLink[];
  readonly logic: LogicLayer;
  readonly listeners: Listeners;
}): Promise<void> {
  const { timers, timings } = parts.settings;
  const limit = new AbortController();
  const cancel = timers.after(timings.closeMs, () => limit.abort(new CcuError('timeout', 'closing took too long')));
  parts.stop.abort(new CcuError('closed', 'the client was closed'));
  const late = sleep(timers, timings.closeMs + 100, limit.signal).catch(() => undefined);
  const work = Promise.all([...parts.links.map((link) => link.close(limit.signal)), parts.logic.close(limit.signal)]);
  await Promise.race([work.catch(() => undefined), late]);
  cancel();
  limit.abort();
  parts.logic.disconnect();
  parts.listeners.clear();
}
