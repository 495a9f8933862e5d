import type { SenderEnvironment } from '@ccu-gateway/webhook-bridge/requests';
import { createChannel, type Senders } from '../channels/channel.js';
import type { ChannelSettings } from '../channels/settings.js';
import type { Message } from '../rules/message.js';
import { type ChannelStatus, createOutbox, type OutboxOptions } from './outbox.js';
import { createPushDelivery } from './push-delivery.js';

/** Messages of one channel on their way. */
export interface Delivery {
  add(message: Message): void;
  /** Delivers the waiting messages, until there are no more or it is over. */
  pump(): Promise<void>;
  /** Makes the next attempt now. */
  hurry(): void;
  /** Messages that wait, oldest first, by a key that begins with the name of the channel. */
  waiting(): Readonly<Record<string, readonly Message[]>>;
  status(): ChannelStatus;
}

/** Parts that all deliveries have in common. */
export interface DeliveryParts extends Omit<OutboxOptions, 'settings' | 'channel' | 'waiting' | 'most'> {
  readonly environment: SenderEnvironment;
  readonly senders: Senders;
  /** Messages of an earlier run, by the keys that `waiting` had. */
  readonly kept: Readonly<Record<string, readonly Message[]>>;
}

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
