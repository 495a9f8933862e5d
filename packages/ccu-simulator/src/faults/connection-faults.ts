import { type FaultsContext, include } from './context.js';
import type { Faults } from './types.js';

type Names =
  | 'dropCallbacks'
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
  return {
    dropCallbacks(on, interfaceName) {
      for (const name of interfaceName === undefined ? processes.keys() : [interfaceName])
        include(switches.droppedCallbacks, name, on);
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
