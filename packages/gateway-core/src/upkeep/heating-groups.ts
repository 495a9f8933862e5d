import type { ReadableEventStream } from '@ccu-gateway/event-stream';
import type { HeatingGroupControl } from '../families/devices/heating-groups.js';
import type { Logger } from '../ports/log.js';

export interface HeatingGroupWatchDeps {
  readonly events: Pick<ReadableEventStream, 'subscribe'>;
  readonly heatingGroups: Pick<HeatingGroupControl, 'list'>;
  readonly log: Logger;
}

/**
 * Reads the heating groups of a CCU once it is ready, so that the model knows their members. A CCU that does not show
 * them leaves the members guessed. Returns how to stop.
 *
 * @example
 * const stop = watchHeatingGroups({ events, heatingGroups, log });
 */
export function watchHeatingGroups({ events, heatingGroups, log }: HeatingGroupWatchDeps): () => void {
  const read = (central: string) => {
    heatingGroups.list(central).catch((error: unknown) => log.debug('heating groups', { central, error }));
  };
  const subscription = events.subscribe(
    ['central.+.readiness'],
    ({ payload }) => {
      const { central, ready } = payload as { readonly central?: unknown; readonly ready?: unknown };
      if (ready === true && typeof central === 'string') read(central);
    },
    // Every use of a list reads it again.
    { onLost: () => undefined },
  );
  return () => subscription.close();
}
