import type { EventStream, StreamEvent } from '@ccu-gateway/event-stream';
import type { ConnectionFacts } from '../ports/doctor.js';
import type { Clock } from '../ports/house.js';

const HOUR_MS = 3_600_000;
/** Beyond that the number is enough. */
const MOST_KEPT = 1_000;

/** Counts the writes that came to nothing. */
export interface WriteTrouble {
  /** Of one CCU, in the last hour. */
  of(central: string): Pick<ConnectionFacts['writes'], 'refused' | 'unconfirmed'>;
}

/**
 * Remembers for an hour which writes could not be sent and which never came true.
 *
 * @example
 * const writes = createWriteTrouble({ events, clock });
 * const { refused, unconfirmed } = writes.of('home');
 */
export function createWriteTrouble({
  events,
  clock,
}: {
  readonly events: Pick<EventStream, 'subscribe'>;
  readonly clock: Clock;
}): WriteTrouble {
  const lost: { readonly at: number; readonly central: string; readonly sent: boolean }[] = [];
  const keep = ({ payload }: StreamEvent) => {
    // The stream carries payloads as JSON; the type of the event determines this shape.
    const { central, reason } = payload as { readonly central?: string; readonly reason?: string };
    lost.push({ at: clock.now(), central: central ?? '', sent: reason !== 'send_error' });
    if (lost.length > MOST_KEPT) lost.shift();
  };
  // A loss in a flood is one of many.
  events.subscribe(['device.*'], keep, { types: ['datapoint.optimistic_rolled_back'], onLost: () => undefined });
  return {
    of(central) {
      const since = clock.now() - HOUR_MS;
      const recent = lost.filter((each) => each.central === central && each.at >= since);
      const unconfirmed = recent.filter(({ sent }) => sent).length;
      return { refused: recent.length - unconfirmed, unconfirmed };
    },
  };
}
