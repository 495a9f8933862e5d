import type { Channel, Device } from '../model/state.js';

/** The given name, the one of another maker's server, or the one that a CCU would show for a device without a name. */
export const deviceName = (device: Device): string => {
  const { NAME: told, TYPE: type } = device.description;
  return device.name ?? (told === undefined || told === '' ? `${type} ${device.address}` : told);
};

export const channelName = (channel: Channel): string =>
  channel.name ?? `${deviceName(channel.device)}:${channel.number}`;
