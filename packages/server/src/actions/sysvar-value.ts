import type { SysvarSummary } from '@ccu-gateway/device-model';
import { GatewayError, invalid } from '../errors.js';

const MAX_TEXT = 4096;

/**
 * The value as the variable can hold it. A wrong kind of value is refused as unprocessable, one out of bounds as invalid
 * with the bounds.
 */
export function sysvarValue(variable: SysvarSummary, value: unknown): boolean | number | string {
  switch (variable.value_type) {
    case 'LOGIC':
    case 'ALARM':
      if (typeof value === 'boolean') return value;
      throw wrongKind(variable, 'true or false');
    case 'LIST':
      return listIndex(variable, value);
    case 'STRING':
      if (typeof value !== 'string') throw wrongKind(variable, 'a text');
      if (value.length > MAX_TEXT) throw invalid([{ field: 'value', reason: 'is too long', max: MAX_TEXT }]);
      return value;
    case 'INTEGER':
    case 'FLOAT':
    case 'NUMBER':
      return numberWithin(variable, value);
  }
}

function listIndex(variable: SysvarSummary, value: unknown): number {
  const list = variable.value_list ?? [];
  const index = typeof value === 'string' ? list.indexOf(value) : value;
  if (typeof index !== 'number') throw wrongKind(variable, 'an entry of the list or its number');
  if (Number.isInteger(index) && index >= 0 && index < list.length) return index;
  throw invalid([{ field: 'value', reason: 'is not in the list of the variable', min: 0, max: list.length - 1 }]);
}

function numberWithin(variable: SysvarSummary, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongKind(variable, 'a number');
  if (variable.value_type === 'INTEGER' && !Number.isInteger(value)) throw wrongKind(variable, 'a whole number');
  const { min, max } = variable;
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    throw invalid([{ field: 'value', reason: 'is out of range', min, max }]);
  }
  return value;
}

function wrongKind(variable: SysvarSummary, expected: string): GatewayError {
  const reason = `a variable of type ${variable.value_type} takes ${expected}`;
  return new GatewayError('unprocessable', `${variable.name}: ${reason}`, {
    reason: 'value_type',
    errors: [{ field: 'value', reason }],
  });
}
