import type { SharedLog } from '@ccu-gateway/event-stream';
import type { Log } from '../../log/log.js';
import { END } from './hidden-text.js';
import type { HouseFeed } from './house-feed.js';
import { sourceOfCentral } from './source.js';

/** A CCU of which no state could be taken over. */
export interface UnknownEnd {
  readonly central: string;
  /** True when there is a state, which is of no use. */
  readonly hadState: boolean;
}

export interface UnknownEndParts {
  readonly shared: Pick<SharedLog, 'lastOf'>;
  readonly feed: Pick<HouseFeed, 'suspectLeft'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Marks CCUs as left where the last holder did not publish that it gave them back, or where that cannot be known. */
export async function suspectLeft(ccus: readonly UnknownEnd[], { shared, feed, log }: UnknownEndParts): Promise<void> {
  const unasked = new Set(ccus);
  try {
    for (const ccu of ccus) {
      const last = await shared.lastOf(sourceOfCentral(ccu.central));
      unasked.delete(ccu);
      if (last === undefined ? ccu.hadState : last.text !== END) feed.suspectLeft(ccu.central);
    }
  } catch (error) {
    log.warn('how CCUs were given back cannot be read', { event: 'fleet.end_unknown', error });
    for (const { central } of unasked) feed.suspectLeft(central);
  }
}
