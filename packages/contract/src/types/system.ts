import type { z } from 'zod';
import type { interfaceState } from '../system.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface InterfaceState extends DeepReadonly<z.output<typeof interfaceState>> {}
