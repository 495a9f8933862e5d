import { centralsIn } from '../model/locate.js';
import type { Device, HouseRecords } from '../model/state.js';
import type { DeviceListScope } from '../requests/requests.js';

/** The devices of a page, without a copy of all of them. `offset` counts from 0; without `limit` all that follow. */
export function pageOfDevices(house: HouseRecords, { central, offset = 0, limit }: DeviceListScope): readonly Device[] {
  const end = limit === undefined ? Number.POSITIVE_INFINITY : offset + limit;
  const page: Device[] = [];
  let index = 0;
  for (const { devices } of centralsIn(house, central)) {
    if (index + devices.size <= offset) {
      index += devices.size;
      continue;
    }
    for (const device of devices.values()) {
      if (index >= end) return page;
      if (index >= offset) page.push(device);
      index += 1;
    }
  }
  return page;
}
