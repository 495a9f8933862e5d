import { createChannel } from '../channels/channel.js';
import type { ChannelSettings } from '../channels/settings.js';
import type { Delivery, DeliveryParts } from './delivery.js';
import { createOutbox } from './outbox.js';
import { createPushDelivery } from './push-delivery.js';

/** More would not be read. */
const MOST_WAITING = 100;

/** Throws `RangeError` where the settings cannot be used. */
export function createDelivery(settings: ChannelSettings, parts: DeliveryParts): Delivery {
  // It checks the settings of every kind.
  const channel = createChannel(settings, parts.environment, parts.senders);
  if (settings.kind === 'push') return createPushDelivery(settings, parts);
  const { name } = settings;
  const waiting = Object.hasOwn(parts.kept, name) ? (parts.kept[name] ?? []) : [];
  const outbox = createOutbox({ ...parts, settings, channel, waiting, most: MOST_WAITING });
  return {
    add: outbox.add.bind(outbox),
    pump: outbox.pump.bind(outbox),
    hurry: () => outbox.hurry(),
    waiting: () => ({ [name]: outbox.waiting }),
    status: outbox.status.bind(outbox),
  };
}
