import { describe, expect, it } from 'vitest';
import { packetSizeOf } from '../broker/limits.js';
import { createTopics } from '../topics/tree.js';
import { createAnnouncer } from './announcer.js';
import type { Component, DiscoveryMessage } from './message.js';

const topicOf = (id: string) => `ha/device/${id}/config`;
const message = (id: string, name: string) =>
  ({
    topic: topicOf(id),
    payload: { dev: { name }, o: {}, cmps: { level: { p: 'sensor' } } },
  }) as unknown as DiscoveryMessage;

function announced() {
  const broker = new Map<string, string>();
  const removed: string[] = [];
  const announcer = createAnnouncer({
    prefix: 'ha',
    topics: createTopics('ccu'),
    largest: () => 100_000,
    outbox: {
      put: ({ topic, payload }) => void broker.set(topic, String(payload)),
      remove(topic) {
        removed.push(topic);
        broker.delete(topic);
      },
    },
  });
  announcer.say('home/OLD', message('old', 'OLD'), 1);
  announcer.say('home/FRESH', message('fresh', 'FRESH'), 1);
  return { announcer, broker, removed };
}

describe('a device in the place of another one', () => {
  it('keeps the topic that it took over when the other one goes', () => {
    const { announcer, broker, removed } = announced();
    announcer.say('home/FRESH', message('old', 'FRESH'), 2);
    announcer.say('home/OLD', undefined, 3);
    expect([...broker.keys()]).toEqual([topicOf('old')]);
    expect(broker.get(topicOf('old'))).toContain('FRESH');
    expect(removed).toEqual([topicOf('fresh')]);
    expect([...announcer.topics]).toEqual([topicOf('old')]);
  });

  it('exchanges its topic with a device that stays', () => {
    const { announcer, broker } = announced();
    announcer.say('home/FRESH', message('old', 'FRESH'), 2);
    announcer.say('home/OLD', message('fresh', 'OLD'), 3);
    expect([...broker.keys()].sort()).toEqual([topicOf('fresh'), topicOf('old')]);
    expect(broker.get(topicOf('old'))).toContain('FRESH');
    expect(broker.get(topicOf('fresh'))).toContain('OLD');
    announcer.say('home/OLD', undefined, 4);
    expect([...broker.keys()]).toEqual([topicOf('old')]);
  });
});

describe('a device whose message became too large for the broker', () => {
  it('leaves its first topic in a message that fits, before its entities enter the other topics', () => {
    let largest = 100_000;
    const sent: { readonly topic: string; readonly cmps: DiscoveryMessage['payload']['cmps'] }[] = [];
    const waiting: (() => void)[] = [];
    const announcer = createAnnouncer({
      prefix: 'ha',
      topics: createTopics('ccu'),
      largest: () => largest,
      outbox: {
        put({ topic, payload, onSent }) {
          expect(packetSizeOf({ topic, payload })).toBeLessThanOrEqual(largest);
          sent.push({ topic, cmps: (JSON.parse(String(payload)) as DiscoveryMessage['payload']).cmps });
          if (onSent !== undefined) waiting.push(onSent);
        },
        remove: () => undefined,
      },
    });
    const names = Array.from({ length: 60 }, (_, index) => `an_entity_with_a_long_key_${index}`);
    const cmps = Object.fromEntries(names.map((name) => [name, { p: 'sensor', name: name.padEnd(80) }]));
    const large = { topic: topicOf('large'), payload: { dev: {}, o: {}, cmps } } as unknown as DiscoveryMessage;
    announcer.say('home/LARGE', large, 1);
    largest = 4_000;
    announcer.say('home/LARGE', large, 2);
    for (let onSent = waiting.shift(); onSent !== undefined; onSent = waiting.shift()) onSent();

    const isRemoved = (cmp: Component | undefined) => cmp !== undefined && cmp.name === undefined;
    const [, leaving, ...later] = sent;
    const entered = later.flatMap(({ topic, cmps: of }) => (topic === large.topic ? [] : Object.keys(of)));
    expect(entered.length).toBeGreaterThan(0);
    expect(entered.filter((name) => !isRemoved(leaving?.cmps[name]))).toEqual([]);
    const last = new Map(sent.map(({ topic, cmps: of }) => [topic, of]));
    const announcedNames = [...last.values()].flatMap((of) => Object.keys(of));
    expect(announcedNames.sort()).toEqual([...names].sort());
    expect([...last.values()].flatMap((of) => Object.values(of)).filter(isRemoved)).toEqual([]);
  });
});
