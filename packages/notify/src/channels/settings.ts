import type { RequestSettings } from '@ccu-gateway/webhook-bridge/requests';
import type { ChannelMembers } from '../settings/channels.js';
import type { Language } from '../settings/rules.js';

/** One way to people. */
export interface ChannelSettings extends RequestSettings, ChannelMembers {
  /** Unique among the channels. */
  readonly name: string;
  readonly language: Language;
}

/** A channel to a service with an address. */
export type ServiceSettings = ChannelSettings & { readonly url: string };
