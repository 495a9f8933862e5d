import type { z } from 'zod';
import type { roomEntry } from '../groups.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface CountedEntry extends DeepReadonly<z.output<typeof roomEntry>> {}
