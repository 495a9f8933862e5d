import type { CentralFigures, FleetFigures } from '@ccu-gateway/gateway-core';
import { brokerHealth, type FleetParts, keyOf, lagOf, strangersOf, wantedLeases } from './fleet-parts.js';

/** What is known of the fleet without asking. */
export function fleetFigures(parts: FleetParts): FleetFigures {
  const { presence, stream, centrals, copyOf, calls } = parts;
  const isConnected = brokerHealth(parts).state === 'connected';
  const announced = new Set(presence.seen.flatMap(({ leases }) => leases));
  const wanted = wantedLeases(parts);

  function centralFigures(central: string): CentralFigures {
    const key = keyOf(parts, central);
    const lease = wanted.get(key);
    const { token } = lease?.term ?? {};
    if (token !== undefined) return { central, held: true, token, holderKnown: true };
    const copy = copyOf(central);
    return {
      central,
      held: false,
      ...(isConnected && { holderKnown: lease?.holder !== undefined || announced.has(key) }),
      ...(copy?.state === 'following' && { lagEvents: lagOf(parts, copy.seq) }),
    };
  }

  const incompatible = strangersOf(parts).length;
  return {
    outage: !isConnected || stream.outage !== undefined,
    logPending: stream.metrics().logPending,
    ...(isConnected && { members: { compatible: presence.seen.length - incompatible, incompatible } }),
    centrals: centrals().map(centralFigures),
    ...(calls && { calls: calls() }),
  };
}
