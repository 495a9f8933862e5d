import type { z } from 'zod';
import type { fleetReport } from '../schemas/gateways.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A fleet as one gateway sees it; without content if the gateway is alone. */
export interface FleetReport extends DeepReadonly<z.output<typeof fleetReport>> {}
/** A fleet as one gateway sees it. */
export type FleetStatus = NonNullable<FleetReport['fleet']>;
