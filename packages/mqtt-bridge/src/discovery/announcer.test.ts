import { describe, expect, it } from 'vitest';
import { createTopics } from '../topics/tree.js';
import { createAnnouncer } from './announcer.js';
import type { DiscoveryMessage } from './message.js';

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
