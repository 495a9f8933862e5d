import type { DataPointSummary } from '@ccu-gateway/contract/types';
import type { DataPoint, Face } from '../model/state.js';
import { usageOf } from '../visibility/usage.js';
import {
  commonOf,
  faceOf,
  NO_VALUE,
  type PointView,
  takeValue,
  uniqueIdOf,
  type ValueMember,
  type Writable,
} from './data-point.js';

type OwnMember = ValueMember | 'unique_id' | 'observed' | 'usage' | 'confirm';

/** In the order of `Face`, with room for everything. */
const NOTHING: Pick<DataPointSummary, OwnMember> = {
  unique_id: '',
  observed: false,
  usage: 'data_point',
  confirm: undefined,
  ...NO_VALUE,
};

/**
 * Makes the JSON of data points, equal to that of `describePoint`. The members of a description are most of the text, and
 * thousands of data points share some hundred descriptions: their text is made once.
 */
export function pointTexts(view: PointView): (point: DataPoint) => string {
  const { omit = [] } = view;
  // Texts without some members are kept for this request only: callers choose the members.
  const texts = omit.length === 0 ? view.faces.texts : new WeakMap<Face, string>();
  const omitted = omit.filter((name) => name in NOTHING) as ((typeof omit)[number] & OwnMember)[];
  const commonText = (face: Face): string => {
    const known = texts.get(face);
    if (known !== undefined) return known;
    const common: Partial<Writable<DataPointSummary>> = commonOf(face);
    for (const name of omit) common[name] = undefined;
    // `parameter` is always there, so that the text ends with a member.
    const made = JSON.stringify(common).slice(0, -1);
    texts.set(face, made);
    return made;
  };
  return (point) => {
    const own: Writable<Pick<DataPointSummary, OwnMember>> = { ...NOTHING };
    own.unique_id = uniqueIdOf(point);
    own.observed = point.value !== undefined || point.lastTrigger !== undefined;
    own.usage = usageOf(point);
    own.confirm = point.confirm;
    takeValue(own, point, view);
    for (const name of omitted) own[name] = undefined;
    return `${commonText(faceOf(point, view))},${JSON.stringify(own).slice(1)}`;
  };
}
