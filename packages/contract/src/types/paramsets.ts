import type { z } from 'zod';
import type { exportedConfiguration } from '../schemas/paramsets.js';
import type { DeepReadonly } from './deep-readonly.js';

/** The configuration of a channel as a file, to be imported elsewhere. */
export interface ExportedConfiguration extends DeepReadonly<z.output<typeof exportedConfiguration>> {}
