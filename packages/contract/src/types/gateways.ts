import type { z } from 'zod';
import type { gatewaysReport } from '../schemas/gateways.js';
import type { DeepReadonly } from './deep-readonly.js';

/** Several gateways as one of them sees them; without content if it is alone. */
export interface GatewaysReport extends DeepReadonly<z.output<typeof gatewaysReport>> {}
/** The same under its name in the API. */
export type FleetReport = GatewaysReport;
/** Several gateways as one of them sees them. */
export type FleetStatus = NonNullable<GatewaysReport['fleet']>;
