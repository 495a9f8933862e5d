import { createInbox } from '@nats-io/transport-node';
import type { CallWire } from '../model/calls.js';
import type { FleetConnection } from './connect.js';
import { hear, subjectOfCalls } from './hearing.js';

/** That many messages are remembered without a known receiver; a notice that does not come at once never comes. */
const MOST_NOTICES = 10_000;

/**
 * The way of calls over NATS. The owner of the fleet is part of each subject, so that fleets of one name never meet.
 *
 * @example
 * const calls = openCalls({ wire: openCallWire(fleet), id: keeper.id, handlers });
 */
export function openCallWire(fleet: FleetConnection): CallWire {
  const { nats } = fleet;
  const notices = new Map<string, () => void>();
  const inbox = createInbox();
  let messages = 0;
  hear(nats, `${inbox}.*`, {
    fleet,
    onMessage({ subject, headers }) {
      if (headers?.code === 503) notices.get(subject)?.();
      notices.delete(subject);
    },
  });
  return {
    listen: (address, listener) =>
      hear(nats, subjectOfCalls(fleet, address), { fleet, onMessage: (message) => listener(message.string()) }),
    send(to, text, onNobody) {
      // The NATS client would keep it, and send it later.
      if (fleet.health.state !== 'connected') throw new Error('no connection to the broker');
      messages += 1;
      const reply = `${inbox}.${messages}`;
      notices.set(reply, onNobody);
      const [oldest] = notices.keys();
      if (notices.size > MOST_NOTICES && oldest !== undefined) notices.delete(oldest);
      nats.publish(subjectOfCalls(fleet, to), text, { reply });
    },
  };
}
