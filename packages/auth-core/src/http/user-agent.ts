/** The name that a client sends of itself: control characters removed, cut to `max`. Null without a name. */
export function printableUserAgent(userAgent: string | undefined, max: number): string | null {
  return userAgent?.replace(/\p{C}/gu, '').slice(0, max) || null;
}
