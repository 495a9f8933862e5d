import type { z } from 'zod';
import type { sysvarSummary } from '../sysvars.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface SysvarSummary extends DeepReadonly<z.output<typeof sysvarSummary>> {}

export type SysvarValueType = SysvarSummary['value_type'];
