import type { z } from 'zod';
import type { systemCcuEntry } from '../ccus.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface SystemCCUEntry extends DeepReadonly<z.output<typeof systemCcuEntry>> {}

/** How far loading a CCU is. */
export type Readiness = SystemCCUEntry['readiness'];
export type ReadinessPhase = Readiness['phase'];
