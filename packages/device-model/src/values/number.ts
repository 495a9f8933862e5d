/** C++ daemons print "no limit" as DBL_MAX; no value of an installation comes near this. */
const UNBOUNDED = 1e300;

/**
 * Reads a number in any form of a CCU: number, numeric text (also with a decimal comma), nothing else. Limits that mean
 * "none" and everything unreadable are `undefined`.
 */
export function lenientNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) < UNBOUNDED ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replace(',', '.');
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/.test(text)) return undefined;
  return lenientNumber(Number(text));
}

/** Six decimals are all that travels; more of them is noise of the binary representation. */
export function roundToWire(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
