/**
 * Names come from CCUs and clients: the author of one must not be able to move the cursor, change colours or write in
 * the other direction on the terminal of the reader.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\uFFFD');
}

const DAY_MS = 86_400_000;

/** `in 90 d`, `5 min ago`, `never`. */
export function relative(at: number | null, now: number): string {
  if (at === null) return 'never';
  const distance = Math.abs(at - now);
  const amount =
    distance >= 2 * DAY_MS
      ? `${Math.round(distance / DAY_MS)} d`
      : distance >= 7_200_000
        ? `${Math.round(distance / 3_600_000)} h`
        : distance >= 120_000
          ? `${Math.round(distance / 60_000)} min`
          : `${Math.round(distance / 1000)} s`;
  return at > now ? `in ${amount}` : `${amount} ago`;
}

export function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export function value(value: unknown): string {
  return printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? '-'));
}
