import type { z } from 'zod';
import type { inboxDevice } from '../inbox.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface InboxDevice extends DeepReadonly<z.output<typeof inboxDevice>> {}
