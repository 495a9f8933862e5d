/** What a client calls itself: control characters removed, cut to `max`. Null when it says nothing. */
export function printableUserAgent(userAgent: string | undefined, max: number): string | null {
  return userAgent?.replace(/\p{C}/gu, '').slice(0, max) || null;
}
