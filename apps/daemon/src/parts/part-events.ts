import type { GatewayCore } from '@ccu-gateway/gateway-core';
import type { Parts } from './parts.js';

type Events = GatewayCore['events'];

/** Events for one part: its listeners run as the part, for events from any other part. */
export function eventsOf(parts: Pick<Parts, 'in'>, part: string, events: Events): Events {
  return {
    subscribe: (patterns, listener, options) =>
      events.subscribe(patterns, (event) => parts.in(part, () => listener(event)), {
        ...options,
        onLost: (loss) => parts.in(part, () => options.onLost(loss)),
      }),
    cursor: (...how) => events.cursor(...how),
    get seq() {
      return events.seq;
    },
    get epoch() {
      return events.epoch;
    },
  };
}
