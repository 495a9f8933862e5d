import type { z } from 'zod';
import type { channelFlags, eventGroupSummary, nameCorrections } from '../schemas/channels.js';
import type { DeepReadonly } from './deep-readonly.js';

/** The keys or other momentary inputs of a channel, with their last event. */
export interface EventGroupSummary extends DeepReadonly<z.output<typeof eventGroupSummary>> {}

/** Flags of a channel: hidden from lists, and locked against writes. */
export interface ChannelFlags extends DeepReadonly<z.output<typeof channelFlags>> {}

/** A name that the CCU changed, because another device or channel has it. */
export type NameCorrection = NonNullable<DeepReadonly<z.output<typeof nameCorrections>>['corrections']>[number];
