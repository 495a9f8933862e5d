import type { Ccu } from '@ccu-gateway/ccu-client';
import { GatewayError } from '../use-case/errors.js';

/** The CCUs that are connected, by name. */
export interface ConnectedCcus {
  get(name: string): Ccu | undefined;
}

/**
 * The CCU of that name. Throws `service_unready` (reason `no_central`) where it is not connected.
 *
 * @example
 * const { hub } = connectedCcu(centrals, 'home');
 */
export function connectedCcu(centrals: ConnectedCcus, name: string): Ccu {
  const ccu = centrals.get(name);
  if (ccu !== undefined) return ccu;
  throw new GatewayError('service_unready', `The CCU ${name} is not connected`, { reason: 'no_central' });
}
