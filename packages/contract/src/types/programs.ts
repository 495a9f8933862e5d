import type { z } from 'zod';
import type { programSummary } from '../programs.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface ProgramSummary extends DeepReadonly<z.output<typeof programSummary>> {}
