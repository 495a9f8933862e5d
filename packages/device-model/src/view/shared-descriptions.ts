import type { DataPointDescription, DataPointValue } from '@ccu-gateway/contract/types';
import type { DataPoint, Face } from '../model/state.js';
import { usageOf } from '../visibility/usage.js';
import { commonOf, faceOf, NO_VALUE, type PointView, takeValue, type Writable } from './data-point.js';

/** The descriptions of one snapshot, each once, in the order in which they were needed first. */
export interface SharedDescriptions {
  readonly list: readonly DataPointDescription[];
  /** A data point with the place of its description, which is in the list from then on. */
  valueOf(point: DataPoint): DataPointValue;
}

/** Room for everything, see `fill` beside. */
const NOTHING: DataPointValue = {
  description: 0,
  ...NO_VALUE,
};

export function createSharedDescriptions(view: PointView): SharedDescriptions {
  const list: DataPointDescription[] = [];
  /** By the members outside the face: usage, and the confirmation before a write. */
  const places = new Map<Face, Map<string, number>>();

  function placeOf(point: DataPoint): number {
    const face = faceOf(point, view);
    const usage = usageOf(point);
    const { confirm } = point;
    const byUsage = places.get(face) ?? new Map<string, number>();
    places.set(face, byUsage);
    const key = confirm === undefined ? usage : `${usage} ${confirm.reason} ${confirm.unless?.join()}`;
    const known = byUsage.get(key);
    if (known !== undefined) return known;
    byUsage.set(key, list.length);
    return list.push(descriptionOf(face, { usage, confirm }, view)) - 1;
  }

  return {
    list,
    valueOf(point) {
      const value: Writable<DataPointValue> = { ...NOTHING, description: placeOf(point) };
      takeValue(value, point, view);
      for (const name of view.omit ?? [])
        if (name in NOTHING) value[name as keyof typeof value & typeof name] = undefined;
      return value;
    },
  };
}

function descriptionOf(
  face: Face,
  own: Pick<DataPointDescription, 'usage' | 'confirm'>,
  { omit = [] }: PointView,
): DataPointDescription {
  const description: Writable<DataPointDescription> = { ...commonOf(face), ...own };
  for (const name of omit)
    if (name in description) description[name as keyof typeof description & typeof name] = undefined;
  return description;
}
