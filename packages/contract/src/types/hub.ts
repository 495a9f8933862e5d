import type { z } from 'zod';
import type { hubDataPoints, hubMetricsEntry, systemUpdateEntry } from '../hub.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface HubDataPoints extends DeepReadonly<z.output<typeof hubDataPoints>> {}

export interface HubMetricsEntry extends DeepReadonly<z.output<typeof hubMetricsEntry>> {}

export interface SystemUpdateEntry extends DeepReadonly<z.output<typeof systemUpdateEntry>> {}
