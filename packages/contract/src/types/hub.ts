import type { z } from 'zod';
import type { hubDataPoints, hubMetricsEntry, systemUpdateEntry } from '../schemas/hub.js';
import type { DeepReadonly } from './deep-readonly.js';

/** The counters and states of a CCU itself. */
export interface HubDataPoints extends DeepReadonly<z.output<typeof hubDataPoints>> {}

/** Measured figures of a CCU. */
export interface HubMetricsEntry extends DeepReadonly<z.output<typeof hubMetricsEntry>> {}

/** The firmware of a CCU. */
export interface SystemUpdateEntry extends DeepReadonly<z.output<typeof systemUpdateEntry>> {}
