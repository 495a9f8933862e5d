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
