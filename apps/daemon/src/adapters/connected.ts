import { type Ccu, INTERFACE_NAMES, type InterfaceName } from '@ccu-gateway/ccu-client';
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

export function interfaceNamed(name: string): InterfaceName {
  const known = INTERFACE_NAMES.find((each) => each === name);
  if (known !== undefined) return known;
  throw new GatewayError('not_found', `There is no interface ${name}`, { reason: 'interface_not_found' });
}
