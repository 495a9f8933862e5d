import type { EventBody, EventType } from '@ccu-gateway/contract/types';

/** Kind of frame of an event: a first sight, a difference, or a repetition in catch-up. */
export type ModelEventKind = 'initial' | 'change' | 'refresh';

/** One kind of event, by its type. */
export type ModelEventOf<Type extends EventType> = Extract<ModelEvent, { readonly type: Type }>;

/**
 * An event of the installation, ready to be published: its topic, the name of its family, and its body. Topics and
 * bodies are those of the published WebSocket catalogue.
 */
export type ModelEvent = EventBody & {
  readonly topic: string;
  readonly kind: ModelEventKind;
  /** Events with the same key supersede each other (one data point); absent for events that stand alone. */
  readonly key?: string;
  /** True for events that must never be conflated nor replayed as news: key presses and other momentary ones. */
  readonly momentary?: boolean;
};
