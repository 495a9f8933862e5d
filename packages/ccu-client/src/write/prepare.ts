import { CcuError } from '../model/errors.js';
import type { ParamsetDescription, WireValue } from '../model/model.js';
import type { TypedValue, WriteRequest } from '../model/operations-model.js';
import { coerce } from './coerce.js';
import { isRelative } from './retry.js';

/** The values as they will travel. Throws `CcuError` `invalid_argument`. */
export function typeValues(
  request: WriteRequest,
  description: ParamsetDescription | undefined,
): Map<string, TypedValue> {
  const values = new Map<string, TypedValue>();
  for (const [parameter, value] of Object.entries(request.values)) {
    if (isTyped(value)) {
      values.set(parameter, value);
      continue;
    }
    const described = description?.[parameter];
    if (described === undefined) throw new CcuError('invalid_argument', `${parameter} is not known there`);
    values.set(parameter, coerce(parameter, described, value));
  }
  return values;
}

/** Whether writing this does something each time, like a key press, instead of setting a state. */
export function isMomentary(
  values: ReadonlyMap<string, TypedValue>,
  description: ParamsetDescription | undefined,
): boolean {
  return [...values.keys()].some((parameter) => description?.[parameter]?.TYPE === 'ACTION' || isRelative(parameter));
}

function isTyped(value: WireValue | TypedValue): value is TypedValue {
  return typeof value === 'object' && !Array.isArray(value) && 'type' in value && 'value' in value;
}
