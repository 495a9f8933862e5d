import type { SenderEnvironment } from '@ccu-gateway/webhook-bridge/requests';
import type { Senders } from '../channels/channel.js';
import type { Message } from '../rules/message.js';
import type { ChannelStatus, OutboxOptions } from './outbox.js';

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
