import type { CentralFigures, GatewaysFigures } from '@ccu-gateway/gateway-core/use-cases';
import { brokerHealth, type FleetParts, lagOf, ownTokens, strangersOf } from './fleet-parts.js';

/** Figures of the fleet that need no request. */
export function fleetFigures(parts: FleetParts): GatewaysFigures {
  const { presence, stream, centrals, hasHolder, copyOf, leaseKey, calls } = parts;
  const isConnected = brokerHealth(parts).state === 'connected';
  const seen = presence()?.seen;
  const incompatible = strangersOf(parts).length;
  const lag = lagOf(parts);
  const tokens = ownTokens(parts);

  function centralFigures(central: string): CentralFigures {
    const token = tokens.get(leaseKey(central));
    const isHeld = token !== undefined;
    return {
      central,
      held: isHeld,
      ...(isHeld && { token }),
      ...((isHeld || isConnected) && { holderKnown: isHeld || hasHolder(central) }),
      known: copyOf(central) !== 'missing',
    };
  }

  return {
    outage: !isConnected || stream.outage !== undefined,
    logPending: stream.metrics().logPending,
    ...(isConnected && lag !== undefined && { logLag: lag }),
    ...(isConnected && seen && { members: { compatible: seen.length - incompatible, incompatible } }),
    centrals: centrals().map(centralFigures),
    ...(calls && { calls: calls() }),
  };
}
