import type { z } from 'zod';
import type { link, linkableChannel } from '../schemas/links.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A direct link between two channels. */
export interface Link extends DeepReadonly<z.output<typeof link>> {}

/** A channel that another one can be linked with. */
export interface LinkableChannel extends DeepReadonly<z.output<typeof linkableChannel>> {}
