import type { DataPointSummary } from '@ccu-gateway/contract/types';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { NextTurn } from '../ports/time.js';
import type { PointPlace } from '../use-case/series.js';

type PlacedPoint = DataPointSummary & {
  readonly central: string;
  readonly device_address: string;
  readonly channel: number;
};

/** An installation has tens of thousands of data points; each turn of the event loop takes as many of them. */
const LINES_PER_TURN = 200;

/**
 * Calls `visit` for every data point with a value that the CCU has confirmed in this life, or has reported as unknown;
 * of one central or of all.
 */
export async function visitLivePoints(
  house: Pick<HouseModel, 'snapshotLines'>,
  central: string | undefined,
  nextTurn: NextTurn,
  visit: (place: PointPlace, point: DataPointSummary) => void,
): Promise<void> {
  let lines = 0;
  for (const { kind, data } of house.snapshotLines({ include: ['data_points'], ...(central && { central }) })) {
    lines += 1;
    if (lines % LINES_PER_TURN === 0) await nextTurn();
    if (kind !== 'data_point') continue;
    // The kind of a line determines its data.
    const { central: name, device_address: address, channel, ...point } = data as PlacedPoint;
    const isUnknown = point.value === undefined && point.value_status !== undefined;
    if (point.source === 'live' || isUnknown)
      visit({ central: name, address, channel, parameter: point.parameter }, point);
  }
}
