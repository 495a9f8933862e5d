import type { EventCatalogue } from '@ccu-gateway/contract/types';
import {
  type OpenedStream,
  type OpenStreamOptions,
  openStream,
  type TypedEvent,
  type WebSocketConstructor,
} from '@ccu-gateway/event-stream/client';
import type { CallContext } from '../rest/calls.js';

/** An event of the gateway; its `type` says what its `payload` holds. Types that are not listed here may come: ignore them. */
export type GatewayEvent = TypedEvent<EventCatalogue>;

/** What is followed and from where; the address and the credential are those of the client. */
export type EventOptions = Omit<
  OpenStreamOptions,
  'url' | 'token' | 'authorization' | 'fetch' | 'webSocket' | 'timer' | 'random'
>;

/** What the events of a client need beside that of its calls. */
export interface EventContext extends CallContext {
  readonly webSocket: WebSocketConstructor | undefined;
  /** In [0, 1). */
  readonly random: () => number;
}

export function openEvents(context: EventContext, options: EventOptions): OpenedStream<GatewayEvent> {
  const { base, credential, fetch: fetcher, webSocket, timer, random } = context;
  return openStream<EventCatalogue>({
    ...options,
    url: `${base}/api/v1/events`,
    // Without a credential the session of the browser has to do, over its own WebSocket.
    ...(credential.cookies === 'omit' && { authorization: credential.authorization }),
    fetch: (input, init) => fetcher(input, { ...init, redirect: 'manual', credentials: credential.cookies }),
    webSocket,
    timer,
    random,
  });
}
