import { parseAddress } from '../terminal/address.js';
import { CliError, EXIT, usageError } from '../terminal/exit.js';
import { type Device, everyDevice } from './every-device.js';
import type { Rest } from './rest.js';

/** A device, or a channel of it. */
export interface Place {
  readonly device: string;
  readonly channel: number | undefined;
}

/** Addresses are capitals and digits; who writes something else means a name, or one of the few addresses that look like one. */
const ADDRESS = /^(?=.*\d)[A-Z0-9_-]{6,64}$/;

/**
 * What DEVICE or DEVICE:CHANNEL means, where DEVICE is an address or a name. The gateway is asked for names only where it is none
 * that looks like an address. @throws CliError as `placeIn`
 */
export async function deviceNamed(rest: Rest, text: string, central: string | undefined): Promise<Place> {
  return placeIn(ADDRESS.test(partsOf(text).head) ? [] : await everyDevice(rest, central), text);
}

/**
 * The same, with devices that are known. A name is looked for as it is written, then in any case.
 * @throws CliError for a name of no device or of several
 */
export function placeIn(devices: readonly Device[], text: string): Place {
  const { head, channel } = partsOf(text);
  if (ADDRESS.test(head) || devices.some(({ address }) => address === head)) return { device: head, channel };
  const addresses = [...new Set(withName(devices, head).map(({ address }) => address))];
  if (addresses.length > 1) {
    throw new CliError(EXIT.usage, 'name_ambiguous', `"${head}" is the name of ${addresses.join(', ')}`, {
      fix: 'give the address in place of the name',
    });
  }
  const [device] = addresses;
  if (device !== undefined) return { device, channel };
  if (!/[:/\s]/.test(head)) return parseAddress(text);
  throw new CliError(EXIT.notFound, 'device_unknown', `no device has the name "${head}"`, {
    fix: 'ccu-gateway devices list',
  });
}

function partsOf(text: string) {
  const [, head = '', number] = /^(.*?)(?::(\d{1,4}))?$/s.exec(text) ?? [];
  if (head.trim() === '') throw usageError('a device is its address or its name', 'ccu-gateway devices list');
  return { head, channel: number === undefined ? undefined : Number(number) };
}

function withName(devices: readonly Device[], name: string): readonly Device[] {
  const exact = devices.filter((device) => device.name === name);
  const folded = name.toLowerCase();
  return exact.length > 0 ? exact : devices.filter((device) => device.name?.toLowerCase() === folded);
}
