import type { ParameterDescription, WireValue } from '../house/types.js';

/** A value exactly as it came over the wire, with the type tag the sender chose. */
export type TypedValue =
  | { readonly type: 'int' | 'double' | 'dateTime'; readonly value: number }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'string' | 'base64'; readonly value: string }
  | { readonly type: 'array'; readonly value: readonly TypedValue[] }
  | { readonly type: 'struct'; readonly value: Readonly<Record<string, TypedValue>> };

export const int = (value: number): TypedValue => ({ type: 'int', value });
export const double = (value: number): TypedValue => ({ type: 'double', value });
export const bool = (value: boolean): TypedValue => ({ type: 'boolean', value });
export const text = (value: string): TypedValue => ({ type: 'string', value });
export const list = (value: readonly TypedValue[]): TypedValue => ({ type: 'array', value });
export const record = (value: Readonly<Record<string, TypedValue>>): TypedValue => ({ type: 'struct', value });

/** Result of a method without one. */
export const NOTHING = text('');

/** The bare value, without its type tags. */
export function plain(typed: TypedValue): WireValue {
  switch (typed.type) {
    case 'array':
      return typed.value.map(plain);
    case 'struct':
      return Object.fromEntries(Object.entries(typed.value).map(([name, member]) => [name, plain(member)]));
    default:
      return typed.value;
  }
}

/** Types a value by its parameter description: a FLOAT of 21 is still a double. */
export function typedBy(description: ParameterDescription | undefined, value: WireValue): TypedValue {
  if (description?.TYPE === 'FLOAT' && typeof value === 'number') return double(value);
  return typed(value);
}

/** Types a value by its shape; numbers without a fraction become integers. */
export function typed(value: WireValue | undefined): TypedValue {
  if (value === undefined) return NOTHING;
  if (typeof value === 'boolean') return bool(value);
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? int(value) : double(value);
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return list(value.map(typed));
  return record(
    Object.fromEntries(
      Object.entries(value as Readonly<Record<string, WireValue>>).map(([name, member]) => [name, typed(member)]),
    ),
  );
}

/** A parameter description as it travels: bounds of a FLOAT are doubles, SPECIAL is a list of pairs. */
export function typedDescription(description: ParameterDescription): TypedValue {
  const numeric = (value: WireValue | undefined) => typedBy(description, value ?? '');
  const members: Record<string, TypedValue> = {};
  for (const [name, value] of Object.entries(description)) {
    if (value === undefined) continue;
    if (name === 'MIN' || name === 'MAX' || name === 'DEFAULT') members[name] = numeric(value);
    else if (name === 'SPECIAL')
      members[name] = list(specialPairs(value).map(([id, at]) => record({ ID: text(id), VALUE: numeric(at) })));
    else members[name] = typed(value);
  }
  return record(members);
}

function specialPairs(special: WireValue): readonly (readonly [string, WireValue])[] {
  if (Array.isArray(special)) {
    return special.map((entry) => {
      const { ID, VALUE } = entry as { readonly ID?: WireValue; readonly VALUE?: WireValue };
      return [String(ID ?? ''), VALUE ?? ''] as const;
    });
  }
  return typeof special === 'object' ? Object.entries(special as Readonly<Record<string, WireValue>>) : [];
}
