import type { Channel, Device } from '../state.js';

/** The given name, or what a CCU would show for a device without one. */
export const deviceName = (device: Device): string => device.name ?? `${device.description.TYPE} ${device.address}`;

export const channelName = (channel: Channel): string =>
  channel.name ?? `${deviceName(channel.device)}:${channel.number}`;
