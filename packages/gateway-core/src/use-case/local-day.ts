import type { Period } from '../ports/roll-ups.js';

/**
 * The day of a time in the zone of this process; one of a clock change has 23 or 25 hours.
 *
 * @example
 * const { from, to } = localDay(Date.now());
 */
export function localDay(at: number): Period {
  const day = new Date(at);
  const midnight = (days: number) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
  return { from: midnight(0), to: midnight(1) };
}
