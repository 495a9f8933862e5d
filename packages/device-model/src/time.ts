/** RFC 3339 in UTC for milliseconds since the Unix epoch; `undefined` for what is no time. */
export function timestamp(ms: number | undefined): string | undefined {
  if (ms === undefined || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return undefined;
  return new Date(ms).toISOString();
}

/** What a clock on the wall shows. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** The time that clocks show which are so many minutes ahead of UTC. */
export function localTimeAt(ms: number, minutesAhead: number): LocalTime {
  const shifted = new Date(ms + minutesAhead * 60_000);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  };
}

/** How far clocks here are ahead of UTC at that moment; negative west of Greenwich. */
export const minutesAheadHere = (ms: number): number => -new Date(ms).getTimezoneOffset();
