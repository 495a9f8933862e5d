import type { ParameterDescription, WireValue } from '../../house/types.js';
import { boundsOf, can, OPERATION, optionIndex, specialValues, UNUSED_DURATION, within } from '../../live/defaults.js';
import { FAULT_CODE, failure, RpcFault, typeError } from '../../wire/fault.js';
import type { TypedValue } from '../../wire/typed-value.js';

/**
 * Value that a device accepts for a sent one, by the rules of the interface processes. A wrong type is a fault. A
 * number outside the limits is clamped by rfd and hs485d and refused by HmIPServer. An unknown option becomes the
 * default one.
 */
export function accept(
  parameter: string,
  description: ParameterDescription,
  sent: TypedValue,
  strict: boolean,
): WireValue {
  switch (description.TYPE) {
    case 'BOOL':
      if (sent.type === 'boolean') return sent.value;
      if (sent.type === 'string') return sent.value === '1' || sent.value.toLowerCase() === 'true';
      throw typeError();
    case 'ACTION':
      if (!strict && sent.type !== 'boolean') throw failure('Failure');
      return true;
    case 'INTEGER':
      return isUnusedDuration(parameter, sent) ? UNUSED_DURATION : bounded(description, numberOf(sent, 'int'), strict);
    case 'FLOAT':
      return bounded(description, numberOf(sent, 'double'), strict);
    case 'ENUM':
      return option(description, sent, strict);
    default:
      if (sent.type !== 'string') throw typeError();
      return sent.value;
  }
}

const isUnusedDuration = (parameter: string, sent: TypedValue): boolean =>
  parameter === 'DURATION_VALUE' && sent.type === 'int' && sent.value === UNUSED_DURATION;

/** Throws unless the parameter may be written. */
export function assertWritable(description: ParameterDescription): void {
  if (!can(description, OPERATION.write)) throw failure('Parameter is not writable');
}

function numberOf(sent: TypedValue, type: 'int' | 'double'): number {
  if (sent.type === type) return sent.value;
  if (sent.type === 'string' && sent.value.trim() !== '' && Number.isFinite(Number(sent.value)))
    return Number(sent.value);
  throw typeError();
}

function bounded(description: ParameterDescription, value: number, strict: boolean): number {
  const { minimum, maximum } = boundsOf(description);
  const fits = value >= minimum - 1e-6 && value <= maximum + 1e-6;
  if (fits || specialValues(description).some((special) => Math.abs(special - value) < 1e-4)) return value;
  if (strict) throw new RpcFault(FAULT_CODE.general, 'Generic error (INVALID_VALUE)');
  return within(description, value);
}

function option(description: ParameterDescription, sent: TypedValue, strict: boolean): WireValue {
  if (sent.type !== 'int' && sent.type !== 'string') throw typeError();
  const index = optionIndex(description, sent.value);
  if (index !== undefined && index >= 0 && index < (description.VALUE_LIST?.length ?? Number.POSITIVE_INFINITY))
    return index;
  if (strict) throw new RpcFault(FAULT_CODE.general, 'Generic error (INVALID_VALUE)');
  return optionIndex(description, description.DEFAULT) ?? 0;
}
