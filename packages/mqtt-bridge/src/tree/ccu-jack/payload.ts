import type { DataPointSummary } from '@ccu-gateway/contract/types';
import { jsonOrText } from '../payload.js';

/** The state of a value that is right, and of one that is not known. */
const GOOD = 0;
const BAD = 200;

/**
 * A value as CCU-Jack writes it.
 *
 * @example
 * writtenValue(1_700_000_000_000, 21.5); // '{"ts":1700000000000,"v":21.5,"s":0}'
 */
export const writtenValue = (ts: number, v: unknown): string =>
  JSON.stringify({ ts, v: v ?? null, s: (v ?? null) === null ? BAD : GOOD });

const MEMBERS: ReadonlySet<string> = new Set(['ts', 'v', 's']);

/**
 * Value of a payload: an object of nothing but `v`, `ts` and `s`, any other JSON unchanged, or bare text.
 *
 * @throws PayloadError where it is too large or no UTF-8
 * @example
 * readValue(Buffer.from('{"v":true}')); // true
 */
export function readValue(payload: Buffer): unknown {
  const value = jsonOrText(payload);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { ts = 0, v = null, s = 0 } = value as { readonly ts?: unknown; readonly v?: unknown; readonly s?: unknown };
  const isWritten = Object.keys(value).every((key) => MEMBERS.has(key));
  return isWritten && Number.isInteger(ts) && Number.isInteger(s) ? v : value;
}

/** Numbers of options and whole numbers lose their fraction, and nothing is no impulse. */
export function forType(value: unknown, type: DataPointSummary['type'] | 'LIST'): unknown {
  if (value === null) return undefined;
  const isWhole = type === 'ENUM' || type === 'INTEGER' || type === 'LIST';
  return isWhole && typeof value === 'number' ? Math.trunc(value) : value;
}
