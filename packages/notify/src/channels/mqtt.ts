import { type Attempt, DeliveryFault, type SenderEnvironment } from '@ccu-gateway/webhook-bridge/requests';
import type { Note } from '../texts/note.js';
import type { Channel } from './port.js';
import type { ChannelSettings } from './settings.js';

/** Brokers that the gateway is connected with. */
export interface MessageBrokers {
  /** Names of the configured brokers. */
  names(): readonly string[];
  /** Resolves when the broker has the note. Rejects without a connection, and where the broker refuses it. */
  send(broker: string, note: Note): Promise<void>;
}

/** Notes as events of a topic, for programs such as Home Assistant that send them on to people. */
export function createMqtt(
  { to = '', timeoutMs }: ChannelSettings,
  { wait }: Pick<SenderEnvironment, 'wait'>,
  brokers: MessageBrokers | undefined,
): Channel {
  return {
    async deliver(note, signal) {
      const names = brokers?.names() ?? [];
      const [broker, ...others] = to === '' ? names : names.filter((name) => name === to);
      if (broker === undefined)
        return refused(to === '' ? 'no MQTT broker is configured' : `no MQTT broker ${to} is configured`);
      if (others.length > 0) return refused('there are several MQTT brokers: name one in `to`');
      const done = new AbortController();
      const late = wait(timeoutMs, AbortSignal.any([signal, done.signal])).then(() => false);
      const sent = brokers?.send(broker, note).then(
        () => true,
        () => false,
      );
      const isTaken = await Promise.race([sent, late]);
      done.abort();
      return isTaken === true ? { taken: true } : refused(`the MQTT broker ${broker} did not take the message`);
    },
  };
}

const refused = (reason: string): Attempt => ({
  ...{ taken: false, fault: new DeliveryFault('refused', reason), forGood: false },
});
