/**
 * RFC 3339 in UTC, as every answer writes a time.
 *
 * @example
 * toTimestamp(1_700_000_000_000); // '2023-11-14T22:13:20.000Z'
 */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
