import { limits } from './limits.js';

/** The topics, or their fault. */
export function readTopics(value: unknown): readonly string[] | string {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return 'topics must be an array of strings';
  if (value.length > limits.topicsPerFrame) return `more than ${limits.topicsPerFrame} topics in one frame`;
  for (const topic of value) {
    if (typeof topic !== 'string') return 'topics must be an array of strings';
    if (topic.length > limits.topicLength) return `a topic is longer than ${limits.topicLength} characters`;
  }
  return value as string[];
}

/** True when this can be the number of an event. */
export function isCursor(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
