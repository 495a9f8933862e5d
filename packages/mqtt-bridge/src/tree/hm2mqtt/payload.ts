import type { DataPointSummary, SysvarSummary } from '@ccu-gateway/contract/types';
import { plainText } from '../message.js';
import { jsonOrText, PayloadError } from '../payload.js';

/** With everything about the value, with its times, or bare. */
export type Hm2mqttPayload = 'extended' | 'basic' | 'plain';

/** Value with its times in milliseconds since the Unix epoch, and its source. */
export interface Written {
  readonly val: unknown;
  readonly ts?: number | undefined;
  readonly lc?: number | undefined;
  readonly hm?: object | undefined;
}

/**
 * The text of a value. A bare yes is 1, and a bare no 0.
 *
 * @example
 * writtenText({ val: true, ts: 1 }, 'plain'); // '1'
 */
export function writtenText({ val, ts, lc, hm }: Written, style: Hm2mqttPayload): string {
  if (style === 'plain') return plainText(typeof val === 'boolean' ? Number(val) : val);
  return JSON.stringify({ val: val ?? null, ts, lc, ...(style === 'extended' ? { hm } : {}) });
}

/**
 * Value of a payload: bare text, a number, yes or no, or JSON with an optional `val`.
 *
 * @throws PayloadError where it is empty, too large or no UTF-8
 * @example
 * readPayload(Buffer.from('{"val":21.5}')); // 21.5
 */
export function readPayload(payload: Buffer): unknown {
  if (payload.length === 0) throw new PayloadError('The payload is empty');
  const read = jsonOrText(payload);
  const value = typeof read === 'string' ? read.trim() : read;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && 'val' in value ? value.val : value;
}

const NO: ReadonlySet<string> = new Set(['false', 'off', 'no', '0']);
const YES: ReadonlySet<string> = new Set(['true', 'on', 'yes', '1']);

/** Boolean for a text of yes or no; any other value unchanged, so that the write refuses it. */
function yesOrNo(value: unknown): unknown {
  if (typeof value === 'number') return value !== 0;
  if (typeof value !== 'string') return value;
  const word = value.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : value;
}

function numberIn(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string' || value === '') return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

const wholeIn = (value: unknown): unknown => {
  const number = numberIn(value);
  return typeof number === 'number' ? Math.trunc(number) : number;
};

/** The place of an option that is named, in capitals or not. */
function optionIn(value: unknown, options: readonly string[]): unknown {
  if (typeof value !== 'string') return value;
  const exact = options.indexOf(value);
  const place = exact === -1 ? options.findIndex((each) => each.toLowerCase() === value.toLowerCase()) : exact;
  return place === -1 ? value : place;
}

/** A value in the type of a data point; an impossible one stays unchanged, and the write refuses it with the reason. */
export function forPoint(value: unknown, { type, value_list = [] }: DataPointSummary): unknown {
  switch (type) {
    case 'BOOL':
    case 'ACTION':
      return yesOrNo(value);
    case 'FLOAT':
      return numberIn(value);
    case 'INTEGER':
      return wholeIn(value);
    case 'ENUM':
      return wholeIn(optionIn(value, value_list));
    case 'STRING':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    default:
      return value;
  }
}

/** The same for a variable. The names of false and true are accepted as well. */
export function forVariable(value: unknown, variable: SysvarSummary): unknown {
  switch (variable.value_type) {
    case 'LOGIC':
    case 'ALARM': {
      const place = optionIn(value, optionsOf(variable) ?? []);
      return yesOrNo(typeof value === 'string' && typeof place === 'number' ? place === 1 : value);
    }
    case 'STRING':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'LIST':
      return wholeIn(optionIn(value, variable.value_list ?? []));
    default:
      return numberIn(value);
  }
}

/** Names of the values of a variable. */
export function optionsOf(variable: SysvarSummary): readonly string[] | undefined {
  const { value_list, value_name_0: no, value_name_1: yes } = variable;
  if (value_list !== undefined) return value_list;
  return no === undefined || yes === undefined ? undefined : [no, yes];
}
