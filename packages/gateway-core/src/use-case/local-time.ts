const MINUTE_MS = 60_000;

/**
 * A time as ISO 8601 in the zone of the process, with its offset. `at` is in milliseconds since the Unix epoch.
 *
 * @example
 * localTime(Date.UTC(2026, 0, 1)); // '2026-01-01T01:00:00.000+01:00' in Berlin
 */
export function localTime(at: number): string {
  const offset = -new Date(at).getTimezoneOffset();
  const shown = new Date(at + offset * MINUTE_MS).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return `${shown}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}
