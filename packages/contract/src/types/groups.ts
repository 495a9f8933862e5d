import type { z } from 'zod';
import type { roomEntry } from '../schemas/groups.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A room or a function, and how many devices are in it. */
export interface CountedEntry extends DeepReadonly<z.output<typeof roomEntry>> {}
