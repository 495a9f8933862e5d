import type { z } from 'zod';
import type { interfaceState } from '../schemas/system.js';
import type { DeepReadonly } from './deep-readonly.js';

/** An interface of a CCU and whether it is connected. */
export interface InterfaceState extends DeepReadonly<z.output<typeof interfaceState>> {}
