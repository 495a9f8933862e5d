import type { BrokerBridgeSettings } from './settings.js';
import { matchesFilter } from './topics/filter.js';
import type { Topics } from './topics/tree.js';

/**
 * Returns a check of topics against the filters in `publish`. It runs for each message; most settings match everything.
 */
export function wantedBy(
  { publish }: Pick<BrokerBridgeSettings, 'publish'>,
  topics: Topics,
): (topic: string) => boolean {
  if (publish.includes('#')) return () => true;
  return (topic) => {
    const within = topics.within(topic);
    return publish.some((filter) => matchesFilter(filter, within));
  };
}
