import { CcuError } from '../model/errors.js';
import type { ParameterDescription, WireValue } from '../model/model.js';
import type { TypedValue } from '../model/operations-model.js';
import { double, int, type OutgoingValue } from '../wire/codecs/index.js';

const WRITE = 2;

/**
 * Chooses the type of a value on the wire by the description of its parameter. Refuses a value that the CCU would silently
 * clamp, default or ignore.
 *
 * @throws CcuError `invalid_argument`, with the parameter and its accepted values in the message
 *
 * @example
 * coerce('LEVEL', { TYPE: 'FLOAT', OPERATIONS: 7, MIN: 0, MAX: 1 }, '0.5'); // { type: 'double', value: 0.5 }
 */
export function coerce(parameter: string, description: ParameterDescription, value: WireValue): TypedValue {
  if ((description.OPERATIONS & WRITE) === 0) throw invalid(parameter, 'cannot be written');
  switch (description.TYPE) {
    case 'BOOL':
      return { type: 'boolean', value: toBoolean(parameter, value) };
    case 'ACTION':
      return { type: 'boolean', value: value === '' || toBoolean(parameter, value) };
    case 'INTEGER':
      return { type: 'i4', value: inRange(parameter, description, toNumber(parameter, value), true) };
    case 'FLOAT':
      return { type: 'double', value: inRange(parameter, description, toNumber(parameter, value), false) };
    case 'ENUM':
      return { type: 'i4', value: toOrdinal(parameter, description, value) };
    case 'STRING':
      return { type: 'string', value: toText(parameter, value) };
    case '':
      return { type: 'string', value: toText(parameter, typeof value === 'object' ? '' : String(value)) };
  }
}

/** Converts a typed value for the codecs. */
export function outgoing(value: TypedValue): OutgoingValue {
  switch (value.type) {
    case 'i4':
      return int(Number(value.value));
    case 'double':
      return double(Number(value.value));
    case 'boolean':
      return Boolean(value.value);
    case 'string':
      return String(value.value);
  }
}

/** True when a value that came back counts as the sent one: numbers within a tolerance, booleans also as 0 and 1. */
export function sameOnWire(sent: WireValue, seen: WireValue): boolean {
  if (typeof sent === 'number' || typeof seen === 'number') {
    return Math.abs(Number(sent) - Number(seen)) < 0.0051;
  }
  if (typeof sent === 'boolean' || typeof seen === 'boolean') return truthy(sent) === truthy(seen);
  return sent === seen;
}

function truthy(value: WireValue): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

function invalid(parameter: string, reason: string): CcuError {
  return new CcuError('invalid_argument', `${parameter} ${reason}`);
}

function toBoolean(parameter: string, value: WireValue): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 0 || value === '0' || value === 'false') return false;
  if (value === 1 || value === '1' || value === 'true') return true;
  throw invalid(parameter, 'takes true or false');
}

function toNumber(parameter: string, value: WireValue): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalid(parameter, 'takes a number');
  return number;
}

function toText(parameter: string, value: WireValue): string {
  if (typeof value !== 'string') throw invalid(parameter, 'takes text');
  if (/[^\u0020-\u007e\u00a0-\u00ff\t\n]/.test(value)) throw invalid(parameter, 'takes Latin-1 text only');
  return value;
}

/** Special values that no description names: a duration that is not used. */
const UNDESCRIBED: Readonly<Record<string, number>> = { DURATION_VALUE: 111_600 };

function inRange(parameter: string, description: ParameterDescription, value: number, whole: boolean): number {
  const number = whole ? Math.round(value) : value;
  const { min, max } = limitsOf(description);
  if ((min === undefined || number >= min) && (max === undefined || number <= max)) return number;
  if (specialsOf(description).some((special) => special === number)) return number;
  if (UNDESCRIBED[parameter] === number) return number;
  throw invalid(parameter, `takes ${min ?? 'anything'} to ${max ?? 'anything'}`);
}

/** Limits arrive as number or text. Servers write "none" as two zeros. */
export function limitsOf(description: ParameterDescription): { readonly min?: number; readonly max?: number } {
  const min = lenient(description.MIN);
  const max = lenient(description.MAX);
  if (min === undefined || max === undefined) return { min, max };
  return max <= min ? {} : { min, max };
}

function lenient(value: WireValue | undefined): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const number = Number(value);
  return Number.isFinite(number) && Math.abs(number) < 1e100 ? number : undefined;
}

/** Values outside the limits that have a meaning, such as 1.005 for "the old level". */
export function specialsOf(description: ParameterDescription): readonly number[] {
  const special = description.SPECIAL;
  const raw: readonly (WireValue | undefined)[] = Array.isArray(special)
    ? (special as readonly WireValue[]).map((item) =>
        typeof item === 'object' && !Array.isArray(item) ? (item as { VALUE?: WireValue }).VALUE : undefined,
      )
    : typeof special === 'object'
      ? Object.values(special)
      : [];
  return raw.flatMap((value) => lenient(value) ?? []);
}

/** Finds an option by name or by index. Names may be missing in the list, so indices are never renumbered. */
function toOrdinal(parameter: string, description: ParameterDescription, value: WireValue): number {
  const names = description.VALUE_LIST ?? [];
  if (typeof value === 'string') {
    const at = value === '' ? -1 : names.indexOf(value);
    if (at >= 0) return at;
  }
  const index = typeof value === 'boolean' ? Number(value) : toNumber(parameter, value);
  if (!Number.isInteger(index) || index < 0) throw invalid(parameter, 'takes one of its options');
  if (names.length > 0 ? index >= names.length : !withinLimits(description, index)) {
    throw invalid(parameter, 'takes one of its options');
  }
  return index;
}

function withinLimits(description: ParameterDescription, value: number): boolean {
  const { min, max } = limitsOf(description);
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}
