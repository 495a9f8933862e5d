import type { CallAnswer } from '@ccu-gateway/client';
import type { Rest } from './rest.js';

/** A device as the list of devices shows it. */
export type Device = CallAnswer<'listDevices'>['items'][number];

/** The devices of all CCUs or of one, from every page of the list. */
export async function everyDevice(rest: Rest, central: string | undefined): Promise<readonly Device[]> {
  const devices: Device[] = [];
  for (let page = 1; ; page += 1) {
    const query = { central, page: page === 1 ? undefined : page };
    const { items = [], total = 0 } = await rest.call('listDevices', { query });
    devices.push(...items);
    if (items.length === 0 || devices.length >= total) return devices;
  }
}
