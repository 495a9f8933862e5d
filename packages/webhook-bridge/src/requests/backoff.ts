const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;

/**
 * Milliseconds until the next attempt after so many failures: doubling from a second to five minutes, and somewhere in the
 * upper half of that, so that receivers that come back are not met by all at once.
 *
 * @example
 * backoffMs(3, Math.random); // 2000 to 4000
 */
export function backoffMs(failures: number, random: () => number, askedForMs = 0): number {
  const whole = Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), LONGEST_MS);
  return Math.max(askedForMs, whole * (0.5 + random() / 2));
}
