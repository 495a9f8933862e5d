import { type EventDefinition, events } from '@ccu-gateway/contract';

/** A family of events: what its frames are called, which topic they are subscribed by and what they carry. */
export interface Broadcast extends EventDefinition {
  readonly name: string;
}

export const broadcasts: readonly Broadcast[] = Object.entries(events).map(([name, definition]) => ({
  name,
  ...definition,
}));
