import { type ActingCore, GatewayError } from '@ccu-gateway/gateway-core';

/** A device, and of it a channel, as a topic names them. */
export interface Target {
  readonly central: string;
  readonly address: string;
}

/**
 * The device of that address, or the only one of that name.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `name_not_unique`)
 */
export function findDevice(house: Pick<ActingCore, 'devices'>, central: string, device: string): Target {
  const devices = house.devices.list({ central });
  if (devices.some(({ address }) => address === device)) return { central, address: device };
  const named = devices.filter(({ name }) => name === device);
  const [only, second] = named;
  if (only === undefined) {
    throw new GatewayError('not_found', `${central} has no device ${device}`, { reason: 'device_not_found' });
  }
  if (second !== undefined) {
    throw new GatewayError('conflict', `${named.length} devices are called ${device}; use the address`, {
      reason: 'name_not_unique',
    });
  }
  return { central, address: only.address };
}

/**
 * The number of a channel, by its number or by its name.
 *
 * @throws GatewayError `not_found`
 */
export function findChannel(house: Pick<ActingCore, 'devices'>, at: Target, channel: string): number {
  const { channels } = house.devices.get(at);
  const found =
    channels.find(({ number }) => String(number) === channel) ?? channels.find(({ name }) => name === channel);
  if (found !== undefined) return found.number;
  throw new GatewayError('not_found', `${at.address} has no channel ${channel}`, { reason: 'channel_not_found' });
}
