import type { ParameterDescription, WireValue } from '../house/types.js';

export const OPERATION = { read: 1, write: 2, event: 4, determine: 8 } as const;
/** Taken as a duration although no description allows it: it is not used. */
export const UNUSED_DURATION = 111_600;
export const FLAG = { visible: 1, internal: 2, service: 8, sticky: 16 } as const;

export function can(description: ParameterDescription, operation: number): boolean {
  return (description.OPERATIONS & operation) !== 0;
}

/** True for parameters that have a state to keep; a key press has none. */
export function isState(description: ParameterDescription): boolean {
  return description.TYPE !== 'ACTION' && can(description, OPERATION.read | OPERATION.event);
}

/** The value a parameter starts with, read from its DEFAULT however that was written. */
export function defaultValue(description: ParameterDescription): WireValue {
  const fallback = description.DEFAULT;
  switch (description.TYPE) {
    case 'BOOL':
    case 'ACTION':
      return fallback === true || fallback === 'true' || fallback === 1;
    case 'ENUM':
      return Math.max(0, optionIndex(description, fallback) ?? 0);
    case 'INTEGER':
      return Math.round(within(description, toNumber(fallback) ?? 0));
    case 'FLOAT':
      return within(description, toNumber(fallback) ?? 0);
    default:
      return fallback === undefined || typeof fallback === 'object' ? '' : String(fallback);
  }
}

/** The index of an option given by name, by number or by a number in a text. */
export function optionIndex(description: ParameterDescription, option: WireValue | undefined): number | undefined {
  if (typeof option === 'string') {
    const index = description.VALUE_LIST?.indexOf(option) ?? -1;
    if (index >= 0) return index;
  }
  const number = toNumber(option);
  return number === undefined || !Number.isInteger(number) ? undefined : number;
}

export function toNumber(value: WireValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** MIN and MAX as numbers; without usable limits, or with MIN = MAX, there is no limit. */
export function boundsOf(description: ParameterDescription): Bounds {
  const minimum = toNumber(description.MIN) ?? Number.NEGATIVE_INFINITY;
  const maximum = toNumber(description.MAX) ?? Number.POSITIVE_INFINITY;
  return minimum < maximum
    ? { minimum, maximum }
    : { minimum: Number.NEGATIVE_INFINITY, maximum: Number.POSITIVE_INFINITY };
}

export function within(description: ParameterDescription, value: number): number {
  const { minimum, maximum } = boundsOf(description);
  return Math.min(maximum, Math.max(minimum, value));
}

/** Values allowed beyond MIN..MAX, from either way of writing SPECIAL. */
export function specialValues(description: ParameterDescription): readonly number[] {
  const special = description.SPECIAL;
  if (Array.isArray(special)) {
    return special.flatMap((entry) => toNumber((entry as { readonly VALUE?: WireValue }).VALUE) ?? []);
  }
  if (typeof special !== 'object') return [];
  return Object.values(special as Readonly<Record<string, WireValue>>).flatMap((value) => toNumber(value) ?? []);
}
