import { type EventDefinition, events } from '@ccu-gateway/contract';

/** A family of events: the name, the topic and the payload of its frames. */
export interface Broadcast extends EventDefinition {
  readonly name: string;
}

export const broadcasts: readonly Broadcast[] = Object.entries(events).map(([name, definition]) => ({
  name,
  ...definition,
}));
