import type { WireValue } from '@ccu-gateway/ccu-client';
import type { Descriptor } from '../values/descriptor.js';
import type { DataPoint } from './state.js';

/**
 * Status that the CCU adds to a value: it is unknown, it lies outside of the measuring range, or it comes from
 * elsewhere.
 */
export type ValueStatus = 'unknown' | 'overflow' | 'underflow' | 'error' | 'external';

const SUFFIX = '_STATUS';

const WORDS: Readonly<Record<string, ValueStatus>> = {
  UNKNOWN: 'unknown',
  INVALID: 'unknown',
  OVERFLOW: 'overflow',
  UNDERFLOW: 'underflow',
  ERROR: 'error',
  EXTERNAL: 'external',
};

/**
 * True when an ENUM has the form of a status: it has an option for normal. Alarm states end in `_STATUS`, too, and have
 * none.
 */
const isStatus = ({ type, valueList }: Descriptor): boolean =>
  type === 'ENUM' && valueList?.includes('NORMAL') === true;

/** The data point of the same channel with the value that the status `point` belongs to. */
export function statusOwner(point: DataPoint): DataPoint | undefined {
  if (!point.parameter.endsWith(SUFFIX) || !isStatus(point.descriptor)) return undefined;
  return point.channel.points.get(point.parameter.slice(0, -SUFFIX.length));
}

/** The CCU's status of the value of `point`; undefined when it is normal or unreported. */
export function toldStatus({ channel, parameter }: Pick<DataPoint, 'channel' | 'parameter'>): ValueStatus | undefined {
  const status = channel.points.get(`${parameter}${SUFFIX}`);
  if (typeof status?.value !== 'number' || !isStatus(status.descriptor)) return undefined;
  return statusWord(status.descriptor, status.value);
}

/** The word for an option of a status. */
export const statusWord = ({ valueList }: Descriptor, option: number): ValueStatus | undefined =>
  WORDS[valueList?.[option] ?? ''];

/** With these statuses a value is unknown, for any number that comes with it. */
export const withholds = (status: ValueStatus | undefined): boolean => status === 'unknown' || status === 'error';

/**
 * The part of a reported value that counts. Beyond the measuring range a number inside the limits of its description is
 * the limit that was passed; a number at or beyond them is the register's value.
 */
export function shownOf(point: DataPoint, told: WireValue | undefined): WireValue | undefined {
  const status = told === undefined ? undefined : toldStatus(point);
  if (status === undefined || status === 'external') return told;
  if (withholds(status)) return undefined;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = point.descriptor;
  return typeof told === 'number' && told > min && told < max ? told : undefined;
}

/** The CCU was heard of this data point and does not know its value. */
export const isUnknown = ({ value, seenAt, descriptor }: DataPoint): boolean =>
  value === undefined && seenAt !== undefined && !descriptor.momentary;

/** Status to show beside the value; undefined when it is normal, or before the first report of the data point. */
export function statusOf(point: DataPoint): ValueStatus | undefined {
  if (point.seenAt === undefined || point.descriptor.momentary) return undefined;
  const status = toldStatus(point);
  return isUnknown(point) && status !== 'error' ? 'unknown' : status;
}
