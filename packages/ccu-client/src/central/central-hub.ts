import type { InterfaceConnection } from '../connection/interface-connection-model.js';
import { createHub, type HubDeps } from '../hub/create-hub.js';
import type { Hub } from '../hub/hub.js';
import { createInterfaceMessages } from '../hub/interface-messages.js';
import { limitWrites } from '../hub/limit-writes.js';
import { createNamesKeeper, type NamesKeeper } from '../hub/names-keeper.js';
import type { CcuEvent, InterfaceName } from '../model/model.js';
import { createOperations } from '../operations/create-operations.js';
import type { LogicLayer } from './logic-layer.js';
import type { Settings } from './settings.js';

/** Logic layer of a CCU, beside its interfaces. */
export interface CentralHub {
  /** The same hub, with the caller's signal on every call. */
  hub(signal?: AbortSignal): Hub;
  readonly names: NamesKeeper;
}

/** A backup is written before its first byte is sent. */
const BACKUP_TIMEOUT_MS = 600_000;

export function createCentralHub(deps: {
  readonly settings: Settings;
  readonly logic: LogicLayer;
  readonly emit: (event: CcuEvent) => void;
  /** Throws where the interface is not configured. */
  readonly connection: (interfaceName: InterfaceName) => InterfaceConnection;
  readonly connections: () => ReadonlyMap<InterfaceName, InterfaceConnection>;
  readonly signal: AbortSignal;
}): CentralHub {
  const { logic, emit, connection, connections } = deps;
  const { name: central, now, elapsed, timings, timers, complaints } = deps.settings;
  const messages = createInterfaceMessages();
  const hubDeps: HubDeps = {
    central,
    rega: logic.rega,
    session: logic.session,
    http: logic.web,
    backupTimeoutMs: BACKUP_TIMEOUT_MS,
    now,
    timers,
    timings,
    emit,
    serial: logic.identity.serial,
    isAbsent: logic.metadata.isThere,
    interfaceMessages: (signal) =>
      messages([...connections().keys()], createOperations(connection, signal).deviceServiceMessages),
    namesOutdated: () => names.request(),
    accepted(address) {
      for (const one of connections().values()) one.accepted(address);
    },
  };
  const limits = { timers, limitMs: timings.hubWriteMs };
  const limited = (signal?: AbortSignal) => limitWrites((each) => createHub(hubDeps, each), limits, signal);
  const always = limited();
  const names = createNamesKeeper({
    reload: always.reloadNames,
    timings,
    timers,
    now: elapsed,
    complaints,
    central,
    isLoaded: (interfaceName) => connections().get(interfaceName)?.isLoaded() === true,
    signal: deps.signal,
  });
  return { hub: (signal) => (signal === undefined ? always : limited(signal)), names };
}
