const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30s`, `1h30m`, `250ms`, `-1s` (switches a poll off), or `0`. */
export const DURATION_PATTERN = /^-?(?:0|(?:\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h|d))+)$/;

/** Milliseconds of a duration that the schema has accepted. */
export function durationMs(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  }
  return total === 0 ? 0 : sign * Math.round(total);
}
