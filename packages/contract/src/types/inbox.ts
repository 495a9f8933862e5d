import type { z } from 'zod';
import type { inboxDevice } from '../schemas/inbox.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A device that waits to be accepted. */
export interface InboxDevice extends DeepReadonly<z.output<typeof inboxDevice>> {}
