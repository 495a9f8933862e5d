import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Clock, Logger } from '@ccu-gateway/gateway-core/use-cases';
import type { ServerPorts } from './families/families.js';

export const silentLogger: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
export const systemClock: Clock = { now: () => Date.now() };

/** Ports that a small embedder may leave out. */
export type OptionalPorts = 'ccu' | 'interfaceControl' | 'info' | 'health' | 'audit';

/** Defaults of the optional ports: an installation that can be read, but not written to. */
export function defaultPorts(clock: Clock): Pick<ServerPorts, OptionalPorts> {
  const startedAt = clock.now();
  const absent = async () => {
    throw new GatewayError('service_unready', 'This gateway is not connected to any CCU', { reason: 'not_connected' });
  };
  return {
    ccu: { write: absent },
    interfaceControl: { reconnect: absent },
    info: {
      info: () => ({ version: '0.0.0', commit: '', buildDate: '', addonBuild: false, startedAt, capabilities: [] }),
    },
    health: { health: () => ({ status: 'healthy', components: [] }) },
    audit: { record: () => undefined, query: async () => [] },
  };
}
