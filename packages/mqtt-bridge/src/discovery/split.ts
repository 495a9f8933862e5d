import type { Component, DiscoveryMessage } from './message.js';

/** Bytes of a message that its topic, its headers and the entities that it removes may need. */
const RESERVE = 1_024;

/**
 * The message of a device in parts of at most `largest` bytes; unchanged where it fits. Home Assistant joins devices by
 * their identifiers. Parts after the first have a topic of their own. An entity that is too large is a part of its own.
 *
 * @example
 * splitMessage(message, 20_000).map(({ topic }) => topic); // ['…/ccu_1/config', '…/ccu_1_2/config']
 */
export function splitMessage(message: DiscoveryMessage, largest: number): readonly DiscoveryMessage[] {
  const { topic, payload } = message;
  const budget = largest - RESERVE - Buffer.byteLength(topic);
  if (sizeOf(payload) <= budget) return [message];
  const empty = sizeOf({ ...payload, cmps: {} });
  const parts: Record<string, Component>[] = [];
  let left = 0;
  for (const [key, component] of Object.entries(payload.cmps)) {
    const size = sizeOf({ [key]: component });
    if (parts.length === 0 || size > left) {
      parts.push({});
      left = budget - empty;
    }
    left -= size;
    Object.assign(parts.at(-1) ?? {}, { [key]: component });
  }
  return parts.map((cmps, index) => ({ topic: partTopic(topic, index), payload: { ...payload, cmps } }));
}

const sizeOf = (value: object): number => Buffer.byteLength(JSON.stringify(value));

const partTopic = (topic: string, index: number): string =>
  index === 0 ? topic : topic.replace(/\/config$/, `_${index + 1}/config`);
