import type { z } from 'zod';
import type { link, linkableChannel } from '../links.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface Link extends DeepReadonly<z.output<typeof link>> {}

export interface LinkableChannel extends DeepReadonly<z.output<typeof linkableChannel>> {}
