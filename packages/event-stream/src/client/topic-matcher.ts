import { compilePattern, patternMatches } from '../topic/pattern.js';
import { parseTopic } from '../topic/topic.js';

/**
 * Makes a test for topics: true when a subscription to these patterns receives it. A name with dots is one segment:
 * such a topic is given by its segments.
 *
 * @example
 * topicMatcher(['devices/+/lifecycle'])('device.0001D3C99C0001.lifecycle'); // true
 */
export function topicMatcher(patterns: readonly string[]): (topic: string | readonly string[]) => boolean {
  const compiled = patterns.map(compilePattern);
  return (topic) => {
    const parsed = typeof topic === 'string' ? parseTopic(topic) : parseTopic('', topic);
    return compiled.some((pattern) => patternMatches(pattern, parsed));
  };
}
