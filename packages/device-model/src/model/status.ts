import type { WireValue } from '@ccu-gateway/ccu-client';
import type { Descriptor } from './descriptor.js';
import type { DataPoint } from './state.js';

/** What the CCU adds to a value: it does not know it, it lies outside of what can be measured, or it comes from elsewhere. */
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

/** Whether an ENUM has the form of a status: it names what is normal. Alarm states end in `_STATUS`, too, and have none. */
const isStatus = ({ type, valueList }: Descriptor): boolean =>
  type === 'ENUM' && valueList?.includes('NORMAL') === true;

/** The data point of the same channel whose value the status `point` belongs to. */
export function statusOwner(point: DataPoint): DataPoint | undefined {
  if (!point.parameter.endsWith(SUFFIX) || !isStatus(point.descriptor)) return undefined;
  return point.channel.points.get(point.parameter.slice(0, -SUFFIX.length));
}

/** The word of the CCU on the value of `point`; undefined where it is normal, or nothing is told of it. */
export function toldStatus({ channel, parameter }: Pick<DataPoint, 'channel' | 'parameter'>): ValueStatus | undefined {
  const status = channel.points.get(`${parameter}${SUFFIX}`);
  if (typeof status?.value !== 'number' || !isStatus(status.descriptor)) return undefined;
  return statusWord(status.descriptor, status.value);
}

/** The word for an option of a status. */
export const statusWord = ({ valueList }: Descriptor, option: number): ValueStatus | undefined =>
  WORDS[valueList?.[option] ?? ''];

/** With these words a value is none, whatever number comes with it. */
export const withholds = (status: ValueStatus | undefined): boolean => status === 'unknown' || status === 'error';

/**
 * The part of what was told that counts as a value. Beyond what can be measured a number inside the limits of its description
 * is the limit that was passed; a number at or beyond them is what the register holds.
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

/** What is to be shown beside the value; undefined where it is normal, or where nothing was heard of the data point. */
export function statusOf(point: DataPoint): ValueStatus | undefined {
  if (point.seenAt === undefined || point.descriptor.momentary) return undefined;
  const status = toldStatus(point);
  return isUnknown(point) && status !== 'error' ? 'unknown' : status;
}
