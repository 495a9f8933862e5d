import type { InterfaceName } from '../house/types.js';
import { type FaultsContext, include } from './context.js';
import type { Faults } from './types.js';

type Names =
  | 'dropCallbacks'
  | 'dropCalls'
  | 'losePongs'
  | 'loseDeliveries'
  | 'delayCallbacks'
  | 'duplicateEvents'
  | 'slow'
  | 'halfOpen'
  | 'garbage'
  | 'cuxdForget'
  | 'forgetClients'
  | 'refuseCalls'
  | 'deadBackend';

/** Faults of the interface processes and of the connections to them. */
export function connectionFaults({ switches, processes, ports }: FaultsContext): Pick<Faults, Names> {
  const named = (interfaceName?: InterfaceName) => (interfaceName === undefined ? processes.keys() : [interfaceName]);
  return {
    dropCallbacks(on, interfaceName) {
      for (const name of named(interfaceName)) include(switches.droppedCallbacks, name, on);
    },
    dropCalls(on, interfaceName) {
      for (const name of named(interfaceName)) include(switches.droppedCalls, name, on);
    },
    losePongs(on, interfaceName) {
      for (const name of named(interfaceName)) include(switches.lostPongs, name, on);
    },
    loseDeliveries(count, interfaceName) {
      switches.lostDeliveries.set(interfaceName, { left: count });
    },
    delayCallbacks(delayMs) {
      switches.callbackDelayMs = delayMs;
    },
    duplicateEvents(on) {
      switches.duplicateEvents = on;
    },
    slow(delayMs) {
      switches.slowMs = delayMs;
    },
    halfOpen(on) {
      switches.halfOpen = on;
      // Connections that were never answered stay silent for ever; when the fault ends they are cut.
      if (!on) for (const port of ports) port.cut();
    },
    garbage(on) {
      switches.garbage = on;
    },
    cuxdForget: () => processes.get('CUxD')?.callbacks.forget(),
    forgetClients: (interfaceName) => processes.get(interfaceName)?.callbacks.forget(),
    refuseCalls(on, name, after = 0, times = Number.POSITIVE_INFINITY) {
      if (on) switches.refusedCalls.set(name, { passing: after, failing: times });
      else switches.refusedCalls.delete(name);
    },
    deadBackend(on, interfaceName, listed = true) {
      if (on) switches.deadBackends.set(interfaceName, { listed });
      else switches.deadBackends.delete(interfaceName);
    },
  };
}
