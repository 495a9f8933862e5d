import type { z } from 'zod';
import type { sysvarSummary } from '../schemas/sysvars.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A system variable with its value. */
export interface SysvarSummary extends DeepReadonly<z.output<typeof sysvarSummary>> {}

/** The types that a system variable can have. */
export type SysvarValueType = SysvarSummary['value_type'];
