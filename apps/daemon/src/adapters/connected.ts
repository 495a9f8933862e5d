import type { Ccu } from '@ccu-gateway/ccu-client';
import { GatewayError } from '@ccu-gateway/gateway-core';

/** The CCUs that are connected, by name. */
export interface ConnectedCcus {
  get(name: string): Ccu | undefined;
}

export function connectedCcu(centrals: ConnectedCcus, name: string): Ccu {
  const ccu = centrals.get(name);
  if (ccu !== undefined) return ccu;
  throw new GatewayError('service_unready', `The CCU ${name} is not connected`, { reason: 'no_central' });
}
