/** RFC 3339 in UTC, as every answer writes a time. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
