import type { z } from 'zod';
import type { exportedConfiguration } from '../paramsets.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface ExportedConfiguration extends DeepReadonly<z.output<typeof exportedConfiguration>> {}
