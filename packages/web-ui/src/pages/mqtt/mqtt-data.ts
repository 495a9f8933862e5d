import type { MqttDevicePreview, MqttStatus } from '@ccu-gateway/contract/types';

/** State of one broker. */
export type MqttBroker = MqttStatus['brokers'][number];

/** One entity announced to Home Assistant. */
export type Entity = NonNullable<MqttDevicePreview['discovery']>['entities'][number];

/** A topic without the levels that all of them begin with. */
export interface Topic {
  readonly rest: string;
  readonly payload: string;
}

/** Common levels of all topics, and each topic without them. */
export function topicsBelow(topics: MqttDevicePreview['topics']): {
  readonly start: string;
  readonly rows: readonly Topic[];
} {
  const levels = topics.map(({ topic }) => topic.split('/'));
  const [first = []] = levels;
  const different = first.findIndex((level, index) => levels.some((each) => each[index] !== level));
  // The last level of a topic is its own, also where there is only one topic.
  const shared = Math.min(different === -1 ? first.length : different, Math.max(0, first.length - 1));
  const start = first.slice(0, shared).join('/');
  const rows = topics.map(({ topic, payload }, index) => ({
    rest: levels[index]?.slice(shared).join('/') || topic,
    payload,
  }));
  return { start: start === '' ? '' : `${start}/`, rows };
}

/** The name of a platform as Home Assistant writes it. */
export function platformName(platform: string): string {
  const words = platform.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
