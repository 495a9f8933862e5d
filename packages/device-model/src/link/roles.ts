import type { Channel } from '../model/state.js';
import { roleTokens } from '../view/channel.js';

const SENDER = 1;
const RECEIVER = 2;

const hasLinks = (channel: Channel): boolean => (channel.description.PARAMSETS ?? []).includes('LINK');

export function isSender(channel: Channel): boolean {
  return channel.description.DIRECTION === SENDER && hasLinks(channel);
}

export function isReceiver(channel: Channel): boolean {
  return channel.description.DIRECTION === RECEIVER && hasLinks(channel);
}

/** Two channels fit when one offers a role that the other takes, on the same interface of the same CCU. */
export function fit(sender: Channel, receiver: Channel): boolean {
  if (sender.device.central !== receiver.device.central || sender.device.iface !== receiver.device.iface) return false;
  if (!isSender(sender) || !isReceiver(receiver)) return false;
  const offered = new Set(roleTokens(sender.description.LINK_SOURCE_ROLES));
  return roleTokens(receiver.description.LINK_TARGET_ROLES).some((role) => offered.has(role));
}
