import type { ChannelFlags } from '@ccu-gateway/contract/types';
import type { Channel } from './state.js';

const NONE: ChannelFlags = { hidden: false, locked: false };

/** Flags that an operator has set for a channel. Kept by address, so that they exist before the channel does. */
export const flagsOf = (channel: Channel): ChannelFlags => channel.device.central.flags.get(channel.address) ?? NONE;

export function setFlags(channel: Channel, change: Partial<ChannelFlags>): ChannelFlags {
  const { flags } = channel.device.central;
  const now = flagsOf(channel);
  const next = { hidden: change.hidden ?? now.hidden, locked: change.locked ?? now.locked };
  if (next.hidden || next.locked) flags.set(channel.address, next);
  else flags.delete(channel.address);
  return next;
}
