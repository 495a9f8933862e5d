import type { DefinedSysvar, SysvarType, WireValue } from '../house/types.js';

/**
 * New state of an object from a written value: always of its own type, outside of its limits as well. Undefined for a
 * refused value, which changes nothing.
 */
export function stateFrom({ type }: Pick<DefinedSysvar, 'type'>, value: WireValue): WireValue | undefined {
  if (typeof value === 'object') return undefined;
  if (type === 'STRING')
    return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(6) : String(value);
  if (isBinary(type)) {
    if (typeof value === 'string') return value === 'true' || (value === 'false' ? false : undefined);
    return value === true || (typeof value === 'number' && value !== 0);
  }
  if (typeof value === 'boolean') return undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) return undefined;
  return type === 'NUMBER' ? number : Math.sign(number) * Math.round(Math.abs(number));
}

export function isBinary(type: SysvarType): boolean {
  return type === 'LOGIC' || type === 'ALARM';
}
