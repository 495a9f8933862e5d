import type { z } from 'zod';
import type { centralRow } from '../schemas/centrals.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A CCU as it is configured. */
export interface CentralRow extends DeepReadonly<z.output<typeof centralRow>> {}
