/**
 * A signal strength in dBm, as interfaces write it. Some firmware drops the sign, some wraps at 256. Undefined where
 * nothing
 * was measured, which they write as 0, 1, 127 or 128 with or without a sign, 65535 or 65536.
 *
 * @example
 * signalStrength(191); // -65
 * signalStrength(128); // undefined
 */
export function signalStrength(raw: unknown): number | undefined {
  if (typeof raw !== 'number') return undefined;
  const size = Math.abs(raw);
  if (size > 1 && size < 127) return -Math.round(size);
  return size > 128 && size < 256 ? Math.round(size - 256) : undefined;
}
