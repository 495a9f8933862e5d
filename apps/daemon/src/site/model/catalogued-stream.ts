import type { EventBody } from '@ccu-gateway/contract/types';
import type { ChangeableDepths, EventInput, EventStreamOptions, ReadableEventStream } from '@ccu-gateway/event-stream';
import type { Finding } from '@ccu-gateway/gateway-core/parts';

/** An event of the catalogue of `contract`, with the payload that the catalogue defines. */
export type CataloguedEvent = EventBody & Omit<EventInput, 'type' | 'payload'>;

/** The event stream, which takes nothing that is not in the catalogue. */
export interface CataloguedStream extends ReadableEventStream {
  publish(event: CataloguedEvent): unknown;
}

export interface OpenStream {
  readonly stream: CataloguedStream;
  /** Reports a stream with events that do not outlive the process. */
  finding(): Finding;
  /** Resolves with the reason when it cannot go on, and the gateway has to begin anew. */
  readonly ended?: Promise<string>;
}

/** Options that all streams of the gateway have in common. */
export type StreamOptions = Pick<EventStreamOptions, 'onError' | 'onNotice'> & ChangeableDepths;
