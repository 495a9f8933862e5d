import type { CorePorts, InterfaceControl } from '@ccu-gateway/gateway-core';
import type { HubPorts } from '@ccu-gateway/server';

/** What a gateway offers to every way in, besides what does not concern CCUs. */
export type GatewayPorts = Required<Omit<HubPorts, 'uiEvents'>> &
  Omit<Required<CorePorts>, 'clock'> & { readonly interfaceControl: InterfaceControl };
