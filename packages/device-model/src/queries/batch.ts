import type { BatchResult } from '@ccu-gateway/contract/types';
import { flagsOf } from '../model/flags.js';
import { locateChannel, locateDevice } from '../model/locate.js';
import type { HouseRecords } from '../model/state.js';
import type { Scope, ValueQuery } from '../requests/requests.js';
import { describePoint } from '../view/data-point.js';
import { usageOf } from '../visibility/usage.js';

/** Many data points in one go; the fault of one of them does not cost the others. */
export function readBatch(
  house: HouseRecords,
  queries: readonly ValueQuery[],
  scope: Scope = {},
): readonly BatchResult[] {
  const view = { locale: scope.locale ?? house.locale, now: house.now(), faces: house.faces };
  return queries.map((query) => {
    const { address, channel, parameter } = query;
    const asked = { address, channel, parameter };
    const central = query.central ?? scope.central;
    const where = central === undefined ? {} : { central };
    const device = locateDevice(house, address, where);
    if (!device.ok) return { ...asked, error: device.code === 'conflict' ? device.message : 'device not found' };
    const found = locateChannel(house, address, channel, where);
    if (!found.ok) return { ...asked, error: 'channel not found' };
    const point = found.value.points.get(parameter);
    if (point === undefined) return { ...asked, error: 'parameter not found' };
    if (flagsOf(found.value).hidden || usageOf(point) === 'ignored') return { ...asked, error: 'parameter hidden' };
    return { ...asked, summary: describePoint(point, view) };
  });
}
