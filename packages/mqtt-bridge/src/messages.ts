import type { BrokerConnection } from './broker/connection.js';
import { escaped } from './discovery/object-id.js';
import type { Topics } from './topics/tree.js';

/** A message to people, as programs at the broker get it. */
export interface PeopleMessage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly level: 'danger' | 'attention' | 'info';
  /** Page of the web UI, relative to its base. */
  readonly page: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Messages to people at one broker: an event of a topic, and its entity of Home Assistant. */
export interface PeopleMessages {
  /** Shows or removes the entity. */
  offer(isOffered: boolean): void;
  /** Resolves when the broker has it. Rejects without a connection, and where the broker refuses it. */
  send(message: PeopleMessage): Promise<void>;
  /** Called with each new connection, and with undefined when it ends. */
  connected(connection: BrokerConnection | undefined): void;
}

interface PeopleMessagesOptions {
  readonly topics: Topics;
  /** First level of the discovery topics; undefined where discovery is disabled. */
  readonly discovery: string | undefined;
  readonly onError: (error: unknown) => void;
}

const LEVELS: readonly PeopleMessage['level'][] = ['danger', 'attention', 'info'];

export function createPeopleMessages({ topics, discovery, onError }: PeopleMessagesOptions): PeopleMessages {
  const topic = topics.bridge('message');
  let connection: BrokerConnection | undefined;
  let isOffered = false;

  /** An empty message removes an entity of an earlier run. */
  function announce(): void {
    if (connection === undefined || discovery === undefined) return;
    // No id of a device or CCU has this form, so that no sweep removes it.
    const id = `ccu-gateway-messages_${escaped(topics.prefix)}`;
    const payload = isOffered ? JSON.stringify(discoveryOf(id, topics)) : '';
    connection.publish({ topic: `${discovery}/device/${id}/config`, payload, qos: 1, retain: true }).catch(onError);
  }

  return {
    offer(next) {
      if (isOffered === next) return;
      isOffered = next;
      announce();
    },
    async send({ id, title, text, level, page, at }) {
      if (connection === undefined) throw new Error('the broker is not connected');
      const event = {
        event_type: level,
        title,
        text,
        severity: level,
        link: page,
        id,
        time: new Date(at).toISOString(),
      };
      await connection.publish({ topic, payload: JSON.stringify(event), qos: 1, retain: false });
    },
    connected(next) {
      connection = next;
      announce();
    },
  };
}

const discoveryOf = (id: string, topics: Topics) => ({
  dev: { identifiers: [id], name: 'ccu-gateway', manufacturer: 'ccu-gateway', model: 'Messages' },
  o: { name: 'ccu-gateway' },
  availability: [{ topic: topics.bridgeState }],
  cmps: {
    messages: {
      p: 'event',
      name: 'Messages',
      unique_id: `${id}_event`,
      state_topic: topics.bridge('message'),
      event_types: LEVELS,
      qos: 1,
      icon: 'mdi:message-alert',
    },
  },
});
