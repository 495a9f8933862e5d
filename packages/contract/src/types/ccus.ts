import type { z } from 'zod';
import type { systemCcuEntry } from '../schemas/ccus.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A CCU with what is known of its system. */
export interface SystemCCUEntry extends DeepReadonly<z.output<typeof systemCcuEntry>> {}

/** How far loading a CCU is. */
export type Readiness = SystemCCUEntry['readiness'];
/** The step that loading a CCU has come to. */
export type ReadinessPhase = Readiness['phase'];
