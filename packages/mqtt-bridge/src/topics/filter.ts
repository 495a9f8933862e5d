import type { Topics } from './tree.js';

/**
 * True for a topic that an MQTT filter matches: `+` is one level, `#` at the end the rest.
 *
 * @example
 * matchesFilter('status/+/3/#', 'status/0001D3C99C0001/3/STATE'); // true
 */
export function matchesFilter(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return true;
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
}

/**
 * Returns a check of topics against the filters in `publish`. It runs for each message; most settings match everything.
 */
export function wantedBy(publish: readonly string[], topics: Topics): (topic: string) => boolean {
  if (publish.includes('#')) return () => true;
  return (topic) => {
    const within = topics.within(topic);
    return publish.some((filter) => matchesFilter(filter, within));
  };
}
