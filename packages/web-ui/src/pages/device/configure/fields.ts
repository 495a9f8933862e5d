import type { CallAnswer } from '@ccu-gateway/client';
import type { Formats } from '../../../i18n/formats.js';

export type Parameter = CallAnswer<'getUiSchema'>['parameters'][number];
/** Settings of one paramset. */
export interface FormSchema {
  readonly parameters: readonly Parameter[];
}
/** As the paramset holds it. */
export type Raw = string | number | boolean;

export type Read = { readonly ok: true; readonly value: Raw } | { readonly ok: false; readonly reason: Refusal };
export type Refusal = 'number' | 'whole' | 'range';

/** Text of a number in its field: multiplied, without the noise of binary fractions. */
export function fieldText(
  { type, multiplier = 1 }: Parameter,
  value: unknown,
  { inField }: Pick<Formats, 'inField'>,
): string {
  if (value === undefined || value === null) return '';
  if ((type === 'FLOAT' || type === 'INTEGER') && typeof value === 'number') {
    return inField(tidy(value * multiplier));
  }
  return String(value);
}

/** The typed text as a value to write, or the reason why it is invalid. */
export function readField(parameter: Parameter, text: string): Read {
  const { type, multiplier = 1, min, max, specials = [] } = parameter;
  if (type !== 'FLOAT' && type !== 'INTEGER') return { ok: true, value: text };
  const number = Number(text.trim().replace(',', '.'));
  if (text.trim() === '' || !Number.isFinite(number)) return { ok: false, reason: 'number' };
  const value = tidy(number / multiplier);
  if (type === 'INTEGER' && !Number.isInteger(value)) return { ok: false, reason: 'whole' };
  if (specials.some((special) => special.value === value)) return { ok: true, value };
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) return { ok: false, reason: 'range' };
  return { ok: true, value };
}

const tidy = (value: number): number => Number(value.toPrecision(10));

/** ENUM parameters are known by their ordinal, and by name from some servers. */
export function ordinalOf({ value_list = [] }: Parameter, value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const index = typeof value === 'string' ? value_list.indexOf(value) : -1;
  return index < 0 ? undefined : index;
}

/** True for the same value, also in another form. */
export function isSame(parameter: Parameter, a: unknown, b: unknown): boolean {
  if (parameter.value_list !== undefined) return ordinalOf(parameter, a) === ordinalOf(parameter, b);
  return a === b;
}

export type Draft = ReadonlyMap<string, Read>;

export interface Change {
  readonly parameter: Parameter;
  readonly before: unknown;
  readonly after: Raw;
}

/** Values that differ from those of the device, in the order of the form. */
export function changesOf(parameters: readonly Parameter[], draft: Draft): readonly Change[] {
  return parameters.flatMap((parameter) => {
    const read = draft.get(parameter.parameter);
    if (read === undefined || !read.ok || isSame(parameter, parameter.value, read.value)) return [];
    return [{ parameter, before: parameter.value, after: read.value }];
  });
}

/** Writes that restore the previous values, as far as these are known. */
export function undoOf(changes: readonly Change[]): Readonly<Record<string, Raw>> {
  return Object.fromEntries(
    changes.flatMap(({ parameter, before }) =>
      typeof before === 'string' || typeof before === 'number' || typeof before === 'boolean'
        ? [[parameter.parameter, before]]
        : [],
    ),
  );
}
