import type { z } from 'zod';
import type { systemCcuEntry } from '../schemas/ccus.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A CCU with the known facts about its system. */
export interface SystemCCUEntry extends DeepReadonly<z.output<typeof systemCcuEntry>> {}

/** Load progress of a CCU. */
export type Readiness = SystemCCUEntry['readiness'];
/** The step that loading a CCU has come to. */
export type ReadinessPhase = Readiness['phase'];
