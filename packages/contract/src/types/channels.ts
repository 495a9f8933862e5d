import type { z } from 'zod';
import type { channelFlags, eventGroupSummary } from '../schemas/channels.js';
import type { DeepReadonly } from './deep-readonly.js';

/** The keys or other impulses of a channel, and what they did last. */
export interface EventGroupSummary extends DeepReadonly<z.output<typeof eventGroupSummary>> {}

/** Whether a channel is hidden from lists and locked against writes. */
export interface ChannelFlags extends DeepReadonly<z.output<typeof channelFlags>> {}
