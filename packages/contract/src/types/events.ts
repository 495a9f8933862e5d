import type { z } from 'zod';
import type { events } from '../schemas/events.js';
import type { DeepReadonly } from './deep-readonly.js';

/** Payloads of the events by type. Others may come: a client ignores unknown ones. */
export type EventCatalogue = {
  readonly [Type in keyof typeof events]: DeepReadonly<z.output<(typeof events)[Type]['payload']>>;
};

/** Name of an event, the `type` of its frames. */
export type EventType = keyof EventCatalogue;

/** Type and payload of an event that belong together. */
export type EventBody = {
  readonly [Type in EventType]: { readonly type: Type; readonly payload: EventCatalogue[Type] };
}[EventType];
