import type { EventCatalogue } from '@ccu-gateway/contract/types';
import {
  type OpenedStream,
  type OpenStreamOptions,
  openStream,
  type TypedEvent,
  type WebSocketConstructor,
} from '@ccu-gateway/event-stream/client';
import type { CallContext } from '../rest/calls.js';

/**
 * An event of the gateway; its `type` determines its `payload`. Types that are not listed here may come: ignore them.
 */
export type GatewayEvent = TypedEvent<EventCatalogue>;

/** Topics and start of the events; the address and the credential are those of the client. */
export type EventOptions = Omit<
  OpenStreamOptions,
  'url' | 'order' | 'token' | 'authorization' | 'fetch' | 'webSocket' | 'timer' | 'random'
>;

/** Dependencies of a client's events beside those of its calls. */
export interface EventContext extends CallContext {
  readonly webSocket: WebSocketConstructor | undefined;
  /** In [0, 1). */
  readonly random: () => number;
}

export function openEvents(context: EventContext, options: EventOptions): OpenedStream<GatewayEvent> {
  const { addresses, credential, fetch: fetcher, webSocket, timer, random } = context;
  const stream = openStream<EventCatalogue>({
    ...options,
    url: addresses.inTurn().map((base) => `${base}${path}`),
    order: 'given',
    // Without a credential the session of the browser has to do, over its own WebSocket.
    ...(credential.cookies === 'omit' && { authorization: ({ href }) => credential.authorization(baseIn(href)) }),
    fetch: (input, init) => fetcher(input, { ...init, redirect: 'manual', credentials: credential.cookies }),
    webSocket,
    timer,
    random,
  });
  // A snapshot is then asked of the gateway that the events come from.
  stream.observe(({ state, url = '' }) => {
    if (state === 'live' || state === 'replaying') addresses.prefer(baseIn(url));
  });
  return stream;
}

const path = '/api/v1/events';
const baseIn = (href: string) => href.slice(0, -path.length);
