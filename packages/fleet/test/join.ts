import { connectFleet, type FleetConnection, type FleetConnectionOptions } from '../src/nats/index.js';

/** Joins a fleet as tests want it: quick to come back. */
export function join(url: string, options: Partial<FleetConnectionOptions> = {}): Promise<FleetConnection> {
  return connectFleet({
    connection: { servers: url, reconnectTimeWait: 20, reconnectJitter: 0 },
    name: 'fleet',
    owner: 'house',
    retryMs: 20,
    ...options,
  });
}
