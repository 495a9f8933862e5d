import type { z } from 'zod';
import type { programSummary } from '../schemas/programs.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A program of a CCU. */
export interface ProgramSummary extends DeepReadonly<z.output<typeof programSummary>> {}
