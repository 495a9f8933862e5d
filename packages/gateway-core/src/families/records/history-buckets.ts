import type { RollUp } from '../../ports/roll-ups.js';
import { knownScope } from '../../use-case/choose.js';
import { invalid } from '../../use-case/errors.js';
import { found } from '../../use-case/refusal.js';
import { type PointPlace, pointSeries } from '../../use-case/series.js';
import { addUp, meanOf } from '../../use-case/sums.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { HISTORY_MAX_POINTS, type HistoryReading, rangeOf } from './history.js';
import { partWidth } from './history-fold.js';
import { planTiers, readTiers } from './history-tiers.js';

/** Request for the history of one data point, in parts of equal length. */
export interface BucketRequest {
  readonly central?: string | undefined;
  /** Of the channel; another one has no such data point. */
  readonly interfaceId?: string | undefined;
  /** `ADDRESS:CHANNEL`. */
  readonly channel: string;
  readonly parameter: string;
  /** Inclusive. Default: a day before `to`. */
  readonly from?: number | undefined;
  /** Exclusive. Default: now. */
  readonly to?: number | undefined;
  /** Default, and for 0 or less: 200. At most 2 000. */
  readonly buckets?: number | undefined;
}

/** Recorded values of one part of a range. */
export interface HistoryBucket {
  /** Beginning of the part. */
  readonly ts: string;
  readonly avg: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

const DEFAULT_BUCKETS = 200;
const CHANNEL = /^(.+):(\d{1,4})$/;

/**
 * Recorded values of one data point, as mean, lowest, highest and number of values of each part of the range; parts
 * without a value are left out. Role `viewer`.
 *
 * @throws GatewayError `validation`, `not_found` for an unknown central or data point, `service_unready` without a store
 * @example
 * const buckets = await readHistoryBuckets(ports, { channel: '0001D3C99C0001:1', parameter: 'ACTUAL_TEMPERATURE' });
 */
export async function readHistoryBuckets(
  { house, history, clock }: HistoryReading,
  request: BucketRequest,
  signal?: AbortSignal,
): Promise<readonly HistoryBucket[]> {
  const range = rangeOf(request, clock.now());
  const asked = request.buckets ?? DEFAULT_BUCKETS;
  const count = Math.min(asked <= 0 ? DEFAULT_BUCKETS : asked, HISTORY_MAX_POINTS);
  const series = pointSeries(bucketPlace(house, request));
  const plan = await planTiers(history, range, partWidth(range, count));
  const width = partWidth(range, count, plan.unit);
  const buckets = new Map<number, Bucket>();
  const put = (moment: number, more: Bucket) => {
    if (more.count === 0 || moment < range.from) return;
    const key = Math.floor((moment - range.from) / width);
    buckets.set(key, joined(buckets.get(key), more));
  };
  for await (const { samples, parts } of readTiers(history, [series], plan)) {
    for (const { at, value } of samples ?? []) put(at, { count: 1, sum: value, min: value, max: value });
    for (const { from, to, ...part } of parts ?? []) if (from >= range.from) put((from + to) / 2, part);
    if (signal?.aborted === true) break;
  }
  return [...buckets]
    .sort(([one], [other]) => one - other)
    .map(([key, { sum, count: samples, min, max }]) => ({
      ts: toTimestamp(range.from + key * width),
      avg: meanOf({ sum, count: samples, min, max }),
      min,
      max,
      count: samples,
    }));
}

type Bucket = Pick<RollUp, 'count' | 'sum' | 'min' | 'max'>;

function joined(one: Bucket | undefined, { count, sum, min, max }: Bucket): Bucket {
  if (one === undefined) return { count, sum, min, max };
  return {
    count: one.count + count,
    sum: addUp(one.sum, sum),
    min: Math.min(one.min, min),
    max: Math.max(one.max, max),
  };
}

/**
 * The data point of a request.
 *
 * @throws GatewayError `validation`, `not_found`
 * @example
 * const { address } = bucketPlace(house, { channel: '0001D3C99C0001:1', parameter: 'LEVEL' });
 */
export function bucketPlace(
  house: HistoryReading['house'],
  request: Pick<BucketRequest, 'central' | 'interfaceId' | 'channel' | 'parameter'>,
): PointPlace {
  const { central: named, channel, parameter, interfaceId } = request;
  const [, address, number] = CHANNEL.exec(channel) ?? [];
  if (address === undefined) throw invalid([{ field: 'channel', reason: 'must be ADDRESS:CHANNEL' }]);
  const scope = knownScope(house, { central: named });
  const place = { address, channel: Number(number), parameter };
  found(house.dataPoint({ ...place, ...scope }));
  const { central } = found(house.resolve(address, scope));
  const { interface: name, interface_id: id } = found(house.device(address, { central }));
  if (interfaceId !== undefined && interfaceId !== id && interfaceId !== name) {
    throw invalid([{ field: 'interface_id', reason: `must be ${id} for this channel` }]);
  }
  return { ...place, central };
}
