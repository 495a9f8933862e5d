import type { z } from 'zod';
import type { batchResponse } from '../schemas/values.js';
import type { DeepReadonly } from './deep-readonly.js';

/** What became of one question of a batch. */
export type BatchResult = DeepReadonly<z.output<typeof batchResponse>>['results'][number];
