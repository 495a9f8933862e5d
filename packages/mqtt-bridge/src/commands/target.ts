import { type ActingCore, GatewayError, unlessRefused } from '@ccu-gateway/gateway-core';

/** A device, and of it a channel, as a topic names them. */
export interface Target {
  readonly central: string;
  readonly address: string;
}

/** Finds the devices that commands name. */
export interface DeviceFinder {
  /**
   * The device of that address, or the only one of that name. Neither walks the devices, unless names changed.
   *
   * @throws GatewayError `not_found`, `conflict` (reason `name_not_unique`)
   */
  find(central: string, device: string): Target;
}

/** Sources of the finder. `seq`: number of the newest event; names change only with events. */
interface Finding {
  readonly house: Pick<ActingCore, 'devices'>;
  readonly seq: () => number;
  readonly now: () => number;
}

/** Addresses by name, and when they were read. */
interface Names {
  readonly addresses: ReadonlyMap<string, readonly string[]>;
  readonly seq: number;
  readonly at: number;
}

/** A broker may send unknown names without end: the names of a CCU are read again no sooner than this. */
const READ_AGAIN_MS = 200;

export function createDeviceFinder({ house, seq, now }: Finding): DeviceFinder {
  const known = new Map<string, Names>();

  function namesOf(central: string): Names {
    const before = known.get(central);
    if (before !== undefined && (before.seq === seq() || now() - before.at < READ_AGAIN_MS)) return before;
    const addresses = new Map<string, string[]>();
    for (const { address, name } of house.devices.list({ central })) {
      addresses.set(name, [...(addresses.get(name) ?? []), address]);
    }
    const names = { addresses, seq: seq(), at: now() };
    known.set(central, names);
    return names;
  }

  return {
    find(central, device) {
      const address = unlessRefused(() => house.devices.get({ central, address: device }))?.address;
      if (address !== undefined) return { central, address };
      const [only, ...others] = namesOf(central).addresses.get(device) ?? [];
      if (only === undefined) {
        throw new GatewayError('not_found', `${central} has no device ${device}`, { reason: 'device_not_found' });
      }
      if (others.length > 0) {
        throw new GatewayError('conflict', `${others.length + 1} devices are called ${device}; use the address`, {
          reason: 'name_not_unique',
        });
      }
      return { central, address: only };
    },
  };
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
