/** RFC 3339 in UTC for milliseconds since the Unix epoch; `undefined` for what is no time. */
export function timestamp(ms: number | undefined): string | undefined {
  if (ms === undefined || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return undefined;
  return new Date(ms).toISOString();
}
