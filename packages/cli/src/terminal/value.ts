import { usageError } from './exit.js';

/** Allowed values of a data point. */
export interface ValueDescription {
  readonly parameter?: unknown;
  readonly type?: unknown;
  readonly unit?: unknown;
  readonly max?: unknown;
  readonly value_list?: unknown;
}

const YES = /^(true|on|yes|1)$/i;
const NO = /^(false|off|no|0)$/i;

/** Converts the typed text into the value to send; the gateway checks its range. @throws CliError */
export function parseValue(text: string, point: ValueDescription): string | number | boolean {
  switch (point.type) {
    case 'BOOL':
    case 'ACTION':
      if (YES.test(text)) return true;
      if (NO.test(text)) return false;
      throw usageError(`"${text}" is neither true nor false`, 'use true, false, on or off');
    case 'FLOAT':
    case 'INTEGER':
      return parseNumber(text, point);
    case 'ENUM':
      // A number is an index of the list, anything else a name in it: the gateway accepts both.
      return /^\d{1,9}$/.test(text) && !listed(point.value_list, text) ? Number(text) : text;
    default:
      return text;
  }
}

function parseNumber(text: string, point: ValueDescription): number {
  // A dimmer is switched on and off by its level.
  if (point.parameter === 'LEVEL' && isShare(point) && /^o(n|ff)$/i.test(text)) return /^on$/i.test(text) ? 1 : 0;
  const [, digits, percent] = /^(-?\d{1,15}(?:[.,]\d{1,15})?)\s*(%?)$/.exec(text) ?? [];
  if (digits === undefined) throw usageError(`"${text}" is not a number`, 'use digits such as 21.5 or 40%');
  const number = Number(digits.replace(',', '.'));
  // A level goes from 0 to 1 on the wire; people say percent.
  return percent === '%' && isShare(point) ? number / 100 : number;
}

const isShare = ({ max }: ValueDescription) => typeof max === 'number' && max <= 2;

function listed(list: unknown, text: string): boolean {
  return Array.isArray(list) && list.includes(text);
}
