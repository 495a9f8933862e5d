import type { InterfaceConnection } from '../connection/interface-connection-model.js';
import type { InterfaceStatus } from '../model/model.js';
import type { Readiness } from './ccu-model.js';

/** How far a CCU is known. `namesMissing`: names are to be had and were not read yet. */
export function readinessOf(
  connections: readonly Pick<InterfaceConnection, 'isLoaded' | 'status'>[],
  namesMissing: boolean,
): Readiness {
  const interfacesLoaded = connections.filter((connection) => connection.isLoaded()).length;
  const counts = { interfacesLoaded, interfacesTotal: connections.length };
  const reached = connections.some((connection) => isServed(connection.status()));
  if (interfacesLoaded === 0 && !reached) return { phase: 'waiting_for_ccu', ready: false, ...counts };
  // An interface that is not there (an add-on, unused hardware) must not keep the whole CCU from being ready.
  const settled = connections.every((connection) => connection.isLoaded() || isRefused(connection.status()));
  if (interfacesLoaded === 0 || !settled) return { phase: 'loading_devices', ready: false, ...counts };
  if (namesMissing) return { phase: 'loading_hub', ready: false, ...counts };
  return { phase: 'ready', ready: true, ...counts };
}

/** Tried without success; another attempt keeps the note, so that the state of the CCU does not flicker. */
function isRefused({ state, note }: InterfaceStatus): boolean {
  return (state === 'disconnected' || state === 'probing') && note !== undefined;
}

/** The CCU answers calls to it. */
export function isServed({ state }: InterfaceStatus): boolean {
  return ['loading', 'connected', 'suspect', 'callback_unreachable', 'reregistering'].includes(state);
}
