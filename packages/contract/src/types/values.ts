import type { z } from 'zod';
import type { batchResponse } from '../schemas/values.js';
import type { DeepReadonly } from './deep-readonly.js';

/** Result of one request of a batch. */
export type BatchResult = DeepReadonly<z.output<typeof batchResponse>>['results'][number];
