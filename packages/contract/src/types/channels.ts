import type { z } from 'zod';
import type { channelFlags, eventGroupSummary } from '../channels.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface EventGroupSummary extends DeepReadonly<z.output<typeof eventGroupSummary>> {}

export interface ChannelFlags extends DeepReadonly<z.output<typeof channelFlags>> {}
