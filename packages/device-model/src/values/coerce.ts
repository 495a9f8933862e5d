import type { TypedValue } from '../requests/plan.js';
import type { FieldError } from '../requests/result.js';
import { type Descriptor, ordinal } from './descriptor.js';
import { roundToWire } from './number.js';

export type Coerced =
  | { readonly ok: true; readonly value: TypedValue }
  | { readonly ok: false; readonly error: FieldError };

const MAX_TEXT = 4096;

const good = (type: TypedValue['type'], value: TypedValue['value']): Coerced => ({ ok: true, value: { type, value } });

/** Converts a client's value to the form for the CCU, or returns its fault. */
export function coerce(field: string, descriptor: Descriptor, value: unknown): Coerced {
  const bad = (reason: string, bounds: { min?: number; max?: number } = {}): Coerced => ({
    ok: false,
    error: { field, reason, ...bounds },
  });
  if (!descriptor.writable) return bad('cannot be written');
  switch (descriptor.type) {
    case 'BOOL':
      return coerceBoolean(value) ?? bad('must be true or false');
    case 'ACTION':
      return value === true || value === 1 || value === 'true' || value === null
        ? good('boolean', true)
        : bad('is an impulse and takes only true');
    case 'INTEGER':
    case 'FLOAT':
      return coerceNumber(descriptor, value, bad);
    case 'ENUM':
      return coerceOption(descriptor, value, bad);
    case 'STRING':
      return typeof value === 'string' ? coerceText(value, bad) : bad('must be text');
    default:
      return typeof value === 'object' || value === undefined
        ? bad('must be text, a number or a boolean')
        : coerceText(String(value), bad);
  }
}

type Refuse = (reason: string, bounds?: { min?: number; max?: number }) => Coerced;

function coerceBoolean(value: unknown): Coerced | undefined {
  if (value === true || value === 1 || value === 'true') return good('boolean', true);
  if (value === false || value === 0 || value === 'false') return good('boolean', false);
  return undefined;
}

function coerceNumber(descriptor: Descriptor, value: unknown, bad: Refuse): Coerced {
  const whole = descriptor.type === 'INTEGER';
  const type = whole ? 'i4' : 'double';
  const special = typeof value === 'string' ? descriptor.specials.find((each) => each.id === value) : undefined;
  if (special !== undefined) return good(type, special.value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return bad('must be a number');
  // The rest of 0.1 + 0.2 is not an intended fraction.
  const number = whole && Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : roundToWire(value);
  if (whole && !Number.isInteger(number)) return bad('must be a whole number');
  if (descriptor.specials.some((each) => each.value === number)) return good(type, number);
  const { min, max } = descriptor;
  if ((min !== undefined && number < min) || (max !== undefined && number > max)) {
    return bad(rangeText(min, max), {
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    });
  }
  if (whole && Math.abs(number) > 2 ** 31 - 1) return bad('must fit in 32 bits');
  return good(type, number);
}

function rangeText(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `must be at most ${max}`;
  return max === undefined ? `must be at least ${min}` : `must be between ${min} and ${max}`;
}

function coerceOption(descriptor: Descriptor, value: unknown, bad: Refuse): Coerced {
  const { valueList, min = 0, max } = descriptor;
  if (valueList === undefined) {
    return typeof value === 'number' && Number.isInteger(value) && value >= 0
      ? good('i4', value)
      : bad('must be the number of an option');
  }
  const top = max ?? valueList.length - 1;
  const option = typeof value === 'string' || typeof value === 'number' ? ordinal(value, valueList) : undefined;
  if (option === undefined) {
    if (typeof value === 'number') return bad(`must be between ${min} and ${top}`, { min, max: top });
    return bad(
      `must be one of ${valueList
        .slice(min, top + 1)
        .filter((name) => name !== '')
        .join(', ')}`,
    );
  }
  // Options outside the bounds (or without a name) exist only to keep the numbering.
  if (option < min || option > top || valueList[option] === '') {
    return bad(`must be between ${min} and ${top}`, { min, max: top });
  }
  return good('i4', option);
}

function coerceText(text: string, bad: Refuse): Coerced {
  if (text.length > MAX_TEXT) return bad(`must have at most ${MAX_TEXT} characters`);
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (code > 0xff) return bad(`contains ${JSON.stringify(character)}, which a CCU cannot store`);
    if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return bad('contains a control character');
  }
  return good('string', text);
}
