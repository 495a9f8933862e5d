import type { CorePorts, InterfaceControl } from '@ccu-gateway/gateway-core';
import type { HubPorts } from '@ccu-gateway/server';
import type { OutgoingBridges } from './bridges.js';

/** Ports of a gateway for every transport, besides those that do not concern CCUs. */
export type GatewayPorts = Required<Omit<HubPorts, 'uiEvents'>> &
  Omit<Required<CorePorts>, 'clock'> & { readonly interfaceControl: InterfaceControl };

/** Ports that other gateways may carry out. */
export type Offered = Omit<GatewayPorts, 'gateways' | 'matter' | 'ownBackups'>;

/** The ports and bridges of a gateway, which other gateways may have a part in. */
export interface Offer<Own> {
  readonly ports: Own & Pick<HubPorts, 'gateways'>;
  readonly bridges: OutgoingBridges;
  /** Begins to answer other gateways. `urls` are addresses of this gateway for clients. */
  join(urls: readonly string[]): Promise<void>;
}
