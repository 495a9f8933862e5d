import type { CorePorts } from '@ccu-gateway/gateway-core';
import type { GatewayPorts as ServerPorts } from '@ccu-gateway/server';
import type { OutgoingBridges } from './bridges.js';

/**
 * Ports of a gateway for every transport, besides those that do not concern CCUs. They follow from the families of the server and
 * of the use cases: a port that a family needs is missing where `compose/front.ts` offers them, until it is made there.
 */
export type GatewayPorts = Omit<ServerPorts, 'auth' | 'setupSink' | 'ui'> & Omit<Required<CorePorts>, 'clock'>;

/** Ports that other gateways may carry out. */
export type Offered = Omit<
  GatewayPorts,
  | 'gateways'
  | 'push'
  | 'matter'
  | 'mcp'
  | 'ownBackups'
  | 'acts'
  | 'alarm'
  | 'security'
  | 'replacements'
  | 'firmwareUpdates'
>;

/** The ports and bridges of a gateway, which other gateways may have a part in. */
export interface Offer<Own> {
  readonly ports: Own & Partial<Pick<GatewayPorts, 'gateways'>>;
  readonly bridges: OutgoingBridges;
  /** Begins to answer other gateways. `urls` are addresses of this gateway for clients. */
  join(urls: readonly string[]): Promise<void>;
}
