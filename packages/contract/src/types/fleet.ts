import type { z } from 'zod';
import type { fleetReport } from '../schemas/fleet.js';
import type { DeepReadonly } from './deep-readonly.js';

/** What one gateway sees of its fleet; nothing where it is alone. */
export interface FleetReport extends DeepReadonly<z.output<typeof fleetReport>> {}
/** What one gateway sees of its fleet. */
export type FleetStatus = NonNullable<FleetReport['fleet']>;
