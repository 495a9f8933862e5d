/** RFC 3339 in UTC for milliseconds since the Unix epoch; `undefined` for an invalid time. */
export function timestamp(ms: number | undefined): string | undefined {
  const known = knownTime(ms);
  return known === undefined ? undefined : new Date(known).toISOString();
}

/** Whole milliseconds since the Unix epoch; `undefined` for an invalid time. */
export function knownTime(ms: number | undefined): number | undefined {
  return ms === undefined || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15 ? undefined : Math.trunc(ms);
}

/** Local time of a wall clock. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** Local time in a zone, by its IANA name; without one, in the zone of this system. */
export function localTimeAt(ms: number, timeZone: string | undefined): LocalTime {
  // Not by `Intl`, whose data take 7 MB of memory.
  if (timeZone === undefined) {
    const time = new Date(ms);
    const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
    return { year, month, day, hour: time.getHours(), minute: time.getMinutes() };
  }
  const format = new Intl.DateTimeFormat('en-US', {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    timeZone,
  });
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const part = (type: 'year' | 'month' | 'day' | 'hour' | 'minute') => parts.get(type) ?? 0;
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') };
}
