/** RFC 3339 in UTC with nine digits; the part up to the second is formatted once a second. */
export function createTimestamps(): (unixMs: number) => string {
  let second = Number.NaN;
  let prefix = '';
  return (unixMs) => {
    const current = Math.floor(unixMs / 1000);
    if (current !== second) {
      prefix = `${new Date(current * 1000).toISOString().slice(0, 19)}.`;
      second = current;
    }
    const nanoseconds = Math.floor((unixMs - current * 1000) * 1e6);
    return `${prefix}${String(nanoseconds).padStart(9, '0')}Z`;
  };
}
