import type { Channel, Device } from '../model/state.js';

/** The given name, the one that a server of another maker has for it, or what a CCU would show for a device without one. */
export const deviceName = (device: Device): string => {
  const { NAME: told, TYPE: type } = device.description;
  return device.name ?? (told === undefined || told === '' ? `${type} ${device.address}` : told);
};

export const channelName = (channel: Channel): string =>
  channel.name ?? `${deviceName(channel.device)}:${channel.number}`;
